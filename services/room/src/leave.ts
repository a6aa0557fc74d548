import type { GameState } from '@fifteen/proto/game';
import { AppError, isAppError, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { touchRoom } from './rooms.ts';
import { isFinal, isOver, pushRoom, roundOver, startRound } from './rounds.ts';

/**
 * Takes a user out of a room. A player who leaves a running game loses it first, so that there is no instant in which
 * the game goes on without one. Leaving a room one is not in changes nothing.
 */
export async function leaveRoom(parts: Parts, roomId: string, userId: string): Promise<void> {
  const { rows } = await parts.db.query<{ game_id: string | null; round: number; status: string }>(
    `SELECT game_id, round, status FROM participant
     LEFT JOIN round ON round.room_id = participant.room_id
       AND status IN ('starting', 'playing') AND user_id = ANY (player_ids)
     WHERE participant.room_id = $1 AND user_id = $2`,
    [roomId, userId],
  );
  const [row] = rows;
  if (!row) return;
  const game = row.game_id ? await abandon(parts, roomId, userId, row) : undefined;
  await parts.db.tx(async (sql) => {
    if (game && isOver(game)) await roundOver(sql, game);
    await takeOut(sql, roomId, userId);
  });
  await pushRoom(parts, roomId);
}

/** A game that is only being started is started first: what was agreed to cannot be left unplayed and unlost. */
async function abandon(
  parts: Parts,
  roomId: string,
  userId: string,
  { game_id, round, status }: { game_id: string | null; round: number; status: string },
): Promise<GameState | undefined> {
  try {
    if (status === 'starting') await startRound(parts, roomId, round);
  } catch (error) {
    if (isAppError(error) && isFinal(error)) return undefined;
    throw error;
  }
  return parts.game.abandon({ gameId: game_id ?? '', userId });
}

/**
 * Takes users out of whatever room they are in, for a match; answers those rooms. Their games must be over.
 * Errors: ALREADY_IN_GAME.
 */
export async function leaveOtherRooms(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ user_id: string; room_id: string; busy: boolean }>(
    `SELECT user_id, room_id, EXISTS (SELECT 1 FROM round WHERE round.room_id = participant.room_id
       AND status IN ('starting', 'playing') AND user_id = ANY (player_ids)) AS busy
     FROM participant WHERE user_id = ANY ($1) ORDER BY user_id FOR UPDATE`,
    [userIds],
  );
  const busy = rows.find((row) => row.busy);
  if (busy) throw new AppError('ALREADY_IN_GAME', 'You are already in a game', { userId: busy.user_id });
  for (const row of rows) await takeOut(sql, row.room_id, row.user_id);
  return [...new Set(rows.map((row) => row.room_id))];
}

/** Removes a participant, hands the room on to the next player, and closes it behind the last person. */
async function takeOut(sql: Sql, roomId: string, userId: string): Promise<void> {
  await sql.query(`SELECT 1 FROM room WHERE id = $1 FOR UPDATE`, [roomId]);
  await sql.query(`DELETE FROM participant WHERE room_id = $1 AND user_id = $2`, [roomId, userId]);
  const { rows } = await sql.query<{ user_id: string }>(
    `SELECT user_id FROM participant WHERE room_id = $1 AND user_id NOT LIKE 'player\\_%'
     ORDER BY role, joined_at LIMIT 1`,
    [roomId],
  );
  const heir = rows[0]?.user_id;
  if (!heir) {
    await sql.query(`DELETE FROM participant WHERE room_id = $1`, [roomId]);
    return touchRoom(sql, roomId, 'closed');
  }
  await sql.query(`UPDATE room SET owner_id = $3 WHERE id = $1 AND owner_id = $2`, [roomId, userId, heir]);
  await touchRoom(sql, roomId);
}
