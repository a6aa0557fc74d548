import { Status, type GameState } from '@fifteen/proto/game';
import { AppError, failpoint, isAppError, type Sql } from '@fifteen/runtime';
import { gameIdOf } from './ids.ts';
import { lockRoom } from './locks.ts';
import { commit, type News } from './news.ts';
import type { Parts } from './parts.ts';
import { closeRoom, loadRoom, touchRoom } from './rooms.ts';
import { situationOf, type Situation } from './situation.ts';

interface RoundRow {
  game_id: string;
  status: string;
  player_ids: string[];
  x_player_id: string | null;
  bet: number;
}

/** Refusals of the game service that end a round for good; anything else is tried again. */
const FINAL = ['INSUFFICIENT_COINS', 'STAKE_LIMIT', 'ALREADY_IN_GAME', 'CONFLICT'];

/** Does this refusal mean that the round will never be played? */
export const isFinal = ({ code }: AppError): boolean => FINAL.includes(code);

/** Is this game over, one way or another? */
export const isOver = (game: GameState): boolean =>
  game.status === Status.FINISHED || game.status === Status.ABANDONED || game.status === Status.CANCELLED;

/** Writes down a room's next round; the room is locked and has none open. Answers its number. */
export async function insertRound(
  sql: Sql,
  roomId: string,
  {
    status,
    playerIds,
    xPlayerId,
  }: { status: 'agreed' | 'starting'; playerIds: string[]; xPlayerId?: string },
): Promise<number> {
  const { rows } = await sql.query<{ next: number }>(
    `SELECT coalesce(max(round), 0) + 1 AS next FROM round WHERE room_id = $1`,
    [roomId],
  );
  const next = rows[0]?.next ?? 1;
  await sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, x_player_id) VALUES ($1, $2, $3, $4, $5, $6)`,
    [roomId, next, gameIdOf(roomId, next), status, playerIds, xPlayerId],
  );
  return next;
}

/**
 * Starts the game of a round that is written down, or goes on with it: the game's id is the round's, so it is the same
 * game however often it is asked for. Errors: INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME (the round is off),
 * CONFLICT (it was off before), SERVICE_UNAVAILABLE (the sweep asks again).
 */
export async function startRound(parts: Parts, roomId: string, round: number): Promise<GameState> {
  const row = await beginRound(parts, roomId, round);
  try {
    const game = await parts.game.create(
      {
        ...{ gameId: row.game_id, roomId, round, bet: row.bet },
        ...{ playerIds: row.player_ids, xPlayerId: row.x_player_id ?? '' },
      },
      { limitMs: 4_000 },
    );
    failpoint('room.round.after-game');
    await opened(parts, roomId, round, game);
    return game;
  } catch (error) {
    if (isAppError(error) && isFinal(error)) await calledOff(parts, roomId, round, error.code);
    throw error;
  }
}

/** From here on a round that was agreed cannot be taken back: the game service may know of it. */
async function beginRound(parts: Parts, roomId: string, round: number): Promise<RoundRow> {
  return parts.db.tx(async (sql) => {
    await lockRoom(sql, roomId);
    await setRound(sql, roomId, round, 'agreed', 'starting');
    const { rows } = await sql.query<RoundRow>(
      `SELECT game_id, round.status, player_ids, x_player_id, bet FROM round JOIN room ON room.id = room_id
       WHERE room_id = $1 AND round = $2`,
      [roomId, round],
    );
    const [row] = rows;
    if (!row) throw new AppError('NOT_FOUND', 'Round not found');
    if (row.status === 'off') throw new AppError('CONFLICT', 'This game was called off');
    return row;
  });
}

async function opened(parts: Parts, roomId: string, round: number, game: GameState): Promise<void> {
  await commit(parts, 'opened', async (sql, news) => {
    await lockRoom(sql, roomId);
    if (!(await setRound(sql, roomId, round, 'starting', 'playing'))) {
      if (isOver(game)) await roundOver(sql, news, game);
      return;
    }
    await sql.query(`UPDATE round SET x_player_id = $3 WHERE room_id = $1 AND round = $2`, [
      ...[roomId, round, game.xPlayerId],
    ]);
    await sql.query(`UPDATE participant SET agreed = false WHERE room_id = $1 AND user_id = ANY ($2)`, [
      ...[roomId, [game.xPlayerId, game.oPlayerId]],
    ]);
    await touchRoom(sql, news, roomId, 'playing');
    if (round > 1 || !(await isMatch(sql, roomId))) return;
    const room = await loadRoom(sql, roomId);
    for (const id of [game.xPlayerId, game.oPlayerId]) {
      news.toUser(id, { $case: 'match', value: { room, game } });
    }
  });
}

/**
 * A round that will not be played. Nobody stays in the room of a match that never began; any other room stays open as it
 * was.
 */
async function calledOff(parts: Parts, roomId: string, round: number, why: string): Promise<void> {
  await commit(parts, 'called-off', async (sql, news) => {
    await lockRoom(sql, roomId);
    if (!(await setRound(sql, roomId, round, 'starting', 'off'))) return;
    if (round === 1 && (await isMatch(sql, roomId))) return closeRoom(sql, news, roomId);
    await tellOff(sql, news, roomId, why === 'CONFLICT' ? 'SERVICE_UNAVAILABLE' : why);
    await touchRoom(sql, news, roomId);
  });
}

/** Tells a room that its next round will not be played, and why. */
export async function tellOff(sql: Sql, news: News, roomId: string, code: string): Promise<void> {
  const gameId = (await lastRound(sql, roomId))?.gameId ?? '';
  news.toRoom(roomId, { $case: 'startFailed', value: { roomId, gameId, code } });
}

/** The newest round of a room whose game was played to an end. */
export async function lastRound(
  sql: Sql,
  roomId: string,
): Promise<{ round: number; gameId: string; playerIds: string[]; xPlayerId: string | null } | undefined> {
  const { rows } = await sql.query<{
    round: number;
    game_id: string;
    player_ids: string[];
    x_player_id: string | null;
  }>(
    `SELECT round, game_id, player_ids, x_player_id FROM round WHERE room_id = $1 AND status = 'over'
     ORDER BY round DESC LIMIT 1`,
    [roomId],
  );
  const [row] = rows;
  return (
    row && { round: row.round, gameId: row.game_id, playerIds: row.player_ids, xPlayerId: row.x_player_id }
  );
}

async function isMatch(sql: Sql, roomId: string): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT 1 FROM room WHERE id = $1 AND match_id IS NOT NULL`, [roomId]);
  return rowCount === 1;
}

async function setRound(sql: Sql, roomId: string, round: number, from: string, to: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE round SET status = $4, updated_at = now() WHERE room_id = $1 AND round = $2 AND status = $3`,
    [roomId, round, from, to],
  );
  return rowCount === 1;
}

/**
 * Takes note that a round's game is over; a repeat changes nothing. A game that never opened is no end: whoever asked
 * for it hears why, or the sweep does.
 */
export async function roundOver(sql: Sql, news: News, game: GameState): Promise<void> {
  await lockRoom(sql, game.roomId);
  const open = game.status === Status.CANCELLED ? ['playing'] : ['starting', 'playing'];
  const { rowCount } = await sql.query(
    `UPDATE round SET status = 'over', x_player_id = $3, updated_at = now()
     WHERE game_id = $1 AND status = ANY ($2)`,
    [game.id, open, game.xPlayerId],
  );
  if (rowCount) await touchRoom(sql, news, game.roomId, 'active');
}

/**
 * Does what needs people who play nowhere. Somebody who seems to be in a game may have ended it a moment ago, and the
 * game service knows first. Errors: ALREADY_IN_GAME.
 */
export async function whenFree<T>(
  parts: Parts,
  userIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error, 'ALREADY_IN_GAME')) throw error;
    await catchUp(parts, userIds);
    return work();
  }
}

/**
 * Asks how the games of these users stand, for when the fact of an end has not arrived yet: it may even overtake the note
 * that the round has started.
 */
async function catchUp(parts: Parts, userIds: readonly string[]): Promise<void> {
  const { rows } = await parts.db.query<{ game_id: string }>(
    `SELECT game_id FROM round WHERE status IN ('starting', 'playing') AND room_id IN (
       SELECT room_id FROM participant WHERE user_id = ANY ($1))`,
    [userIds],
  );
  for (const { game_id: gameId } of rows) await applyEndIfStarted(parts, gameId);
}

/** Takes note of an end as {@link applyEnd} does; a round that is only being started has no game yet. */
async function applyEndIfStarted(parts: Parts, gameId: string): Promise<void> {
  try {
    await applyEnd(parts, gameId);
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
  }
}

/** Asks the game service about a game and takes note if it is over. */
export async function applyEnd(parts: Parts, gameId: string): Promise<void> {
  const game = await parts.game.get({ gameId });
  if (isOver(game)) await commit(parts, 'over', (sql, news) => roundOver(sql, news, game));
}

/** How things are in a room, when a game that seems to run there may be over. Errors: NOT_FOUND. */
export async function latestSituation(parts: Parts, roomId: string, userId: string): Promise<Situation> {
  const situation = await situationOf(parts.db, roomId, userId);
  if (situation.phase !== 'playing' || !situation.round) return situation;
  await applyEndIfStarted(parts, situation.round.gameId);
  return situationOf(parts.db, roomId, userId);
}
