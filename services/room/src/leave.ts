import type { GameState } from '@fifteen/proto/game';
import { AppError, isAppError, unavailable, type Sql } from '@fifteen/runtime';
import { endAgreements } from './again.ts';
import { lockRoom } from './locks.ts';
import { commit, type News } from './news.ts';
import type { Parts } from './parts.ts';
import { closeRoom, touchRoom } from './rooms.ts';
import { isFinal, isOver, roundOver, startRound } from './rounds.ts';

/** A game may begin while somebody leaves, and then another; nobody meets this many. */
const TRIES = 5;

/**
 * Takes a user out of a room. A player who leaves a running game loses it first, so that there is no instant in which
 * the game goes on without one. Leaving a room one is not in changes nothing. Errors: SERVICE_UNAVAILABLE.
 */
export async function leaveRoom(parts: Parts, roomId: string, userId: string): Promise<void> {
  let ended: GameState | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const open = await commit(parts, 'leave', async (sql, news) => {
      await lockRoom(sql, roomId);
      if (ended && isOver(ended)) await roundOver(sql, news, ended);
      const round = await roundOf(sql, roomId, userId);
      if (!round) await takeOut(sql, news, roomId, userId);
      return round;
    });
    if (!open) return;
    ended = await abandon(parts, roomId, userId, open);
  }
  throw unavailable('game');
}

interface OpenRound {
  game_id: string;
  round: number;
  status: string;
}

/** The round that a user would leave in the middle. */
async function roundOf(sql: Sql, roomId: string, userId: string): Promise<OpenRound | undefined> {
  const { rows } = await sql.query<OpenRound>(
    `SELECT game_id, round, status FROM round JOIN participant USING (room_id)
     WHERE room_id = $1 AND user_id = $2 AND user_id = ANY (player_ids) AND status IN ('starting', 'playing')`,
    [roomId, userId],
  );
  return rows[0];
}

/** A game that is only being started is started first: what was agreed to cannot be left unplayed and unlost. */
async function abandon(
  parts: Parts,
  roomId: string,
  userId: string,
  { game_id: gameId, round, status }: OpenRound,
): Promise<GameState | undefined> {
  try {
    if (status === 'starting') await startRound(parts, roomId, round);
  } catch (error) {
    if (isAppError(error) && isFinal(error)) return undefined;
    throw error;
  }
  return parts.game.abandon({ gameId, userId });
}

/**
 * Takes users out of whatever room they are in, for another. Their games must be over; the caller holds their locks.
 * Errors: ALREADY_IN_GAME.
 */
export async function leaveOtherRooms(sql: Sql, news: News, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql.query<{ user_id: string; room_id: string; busy: boolean }>(
    `SELECT user_id, room_id, EXISTS (SELECT 1 FROM round WHERE round.room_id = participant.room_id
       AND status IN ('starting', 'playing') AND user_id = ANY (player_ids)) AS busy
     FROM participant WHERE user_id = ANY ($1)`,
    [userIds],
  );
  const busy = rows.find((row) => row.busy);
  if (busy) throw new AppError('ALREADY_IN_GAME', 'You are already in a game', { userId: busy.user_id });
  for (const row of rows) await takeOut(sql, news, row.room_id, row.user_id);
}

/**
 * Removes a participant from a room that is locked. With a player goes what was agreed with them; the room is handed on
 * to the other player, never to a spectator, and closed behind the last person with a seat.
 */
async function takeOut(sql: Sql, news: News, roomId: string, userId: string): Promise<void> {
  const { rows: gone } = await sql.query<{ role: string }>(
    `DELETE FROM participant WHERE room_id = $1 AND user_id = $2 RETURNING role`,
    [roomId, userId],
  );
  if (!gone[0]) return;
  if (gone[0].role === 'player') await endAgreements(sql, news, roomId, userId);
  const { rows } = await sql.query<{ user_id: string }>(
    `SELECT user_id FROM participant WHERE room_id = $1 AND role = 'player' AND user_id NOT LIKE 'player\\_%'
     ORDER BY place LIMIT 1`,
    [roomId],
  );
  const heir = rows[0]?.user_id;
  if (!heir) return closeRoom(sql, news, roomId);
  await sql.query(`UPDATE room SET owner_id = $3 WHERE id = $1 AND owner_id = $2`, [roomId, userId, heir]);
  await touchRoom(sql, news, roomId);
}
