import { Status, type GameState } from '@fifteen/proto/game';
import { AppError, failpoint, isAppError, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { loadRoom, touchRoom } from './rooms.ts';

interface RoundRow {
  game_id: string;
  status: string;
  player_ids: string[];
  bet: number;
}

/** Refusals of the game service that end a round for good; anything else is tried again. */
const FINAL = ['INSUFFICIENT_COINS', 'ALREADY_IN_GAME', 'CONFLICT'];

/** Does this refusal mean that the round will never be played? */
export const isFinal = ({ code }: AppError): boolean => FINAL.includes(code);

/**
 * Starts the game of a round that is written down, or goes on with it: the game's id is the round's, so it is the same
 * game however often it is asked for. Errors: INSUFFICIENT_COINS, ALREADY_IN_GAME (the round is off),
 * SERVICE_UNAVAILABLE (the sweep asks again).
 */
export async function startRound(parts: Parts, roomId: string, round: number): Promise<GameState> {
  const { rows } = await parts.db.query<RoundRow>(
    `SELECT game_id, round.status, player_ids, bet FROM round JOIN room ON room.id = room_id
     WHERE room_id = $1 AND round = $2`,
    [roomId, round],
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', 'Round not found');
  if (row.status === 'off') throw new AppError('CONFLICT', 'This game was called off');
  try {
    const game = await parts.game.create(
      { gameId: row.game_id, roomId, round, playerIds: row.player_ids, bet: row.bet, xPlayerId: '' },
      { limitMs: 4_000 },
    );
    failpoint('room.round.after-game');
    await opened(parts, roomId, round, game);
    return game;
  } catch (error) {
    if (isAppError(error) && isFinal(error)) await calledOff(parts, roomId, round);
    throw error;
  }
}

async function opened(parts: Parts, roomId: string, round: number, game: GameState): Promise<void> {
  const first = await parts.db.tx(async (sql) => {
    const changed = await setRound(sql, roomId, round, 'starting', 'playing');
    if (changed) await touchRoom(sql, roomId, 'playing');
    return changed;
  });
  if (!first) return;
  const room = await loadRoom(parts.db, roomId);
  for (const userId of [game.xPlayerId, game.oPlayerId]) {
    parts.push.toUser(userId, { $case: 'match', value: { room, game } });
  }
}

/** Nobody can pay, or somebody plays elsewhere: a match's room closes, nobody stays in it. */
async function calledOff(parts: Parts, roomId: string, round: number): Promise<void> {
  await parts.db.tx(async (sql) => {
    if (!(await setRound(sql, roomId, round, 'starting', 'off'))) return;
    await sql.query(`DELETE FROM participant WHERE room_id = $1`, [roomId]);
    await touchRoom(sql, roomId, 'closed');
  });
}

async function setRound(sql: Sql, roomId: string, round: number, from: string, to: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE round SET status = $4, updated_at = now() WHERE room_id = $1 AND round = $2 AND status = $3`,
    [roomId, round, from, to],
  );
  return rowCount === 1;
}

/** Is this game over, one way or another? */
export const isOver = (game: GameState): boolean =>
  game.status === Status.FINISHED || game.status === Status.ABANDONED || game.status === Status.CANCELLED;

/** Takes note that a round's game is over; a repeat changes nothing. Answers the room when it changed. */
export async function roundOver(sql: Sql, game: GameState): Promise<string | undefined> {
  const { rows } = await sql.query<{ room_id: string }>(
    `UPDATE round SET status = 'over', updated_at = now()
     WHERE game_id = $1 AND status IN ('starting', 'playing') RETURNING room_id`,
    [game.id],
  );
  const roomId = rows[0]?.room_id;
  if (roomId) {
    await sql.query(
      `UPDATE room SET status = 'active', version = version + 1, updated_at = now()
       WHERE id = $1 AND status <> 'closed'`,
      [roomId],
    );
  }
  return roomId;
}

/**
 * Asks how the running games of these users stand, for when the fact of an end has not arrived yet and its players are
 * wanted elsewhere.
 */
export async function catchUp(parts: Parts, userIds: readonly string[]): Promise<void> {
  const { rows } = await parts.db.query<{ game_id: string }>(
    `SELECT game_id FROM round WHERE status = 'playing' AND room_id IN (
       SELECT room_id FROM participant WHERE user_id = ANY ($1))`,
    [userIds],
  );
  for (const { game_id: gameId } of rows) await applyEnd(parts, gameId);
}

/** Asks the game service about a game and takes note if it is over. */
export async function applyEnd(parts: Parts, gameId: string): Promise<void> {
  const game = await parts.game.get({ gameId });
  if (!isOver(game)) return;
  const roomId = await parts.db.tx((sql) => roundOver(sql, game));
  if (roomId) await pushRoom(parts, roomId);
}

/** Tells everyone in a room what it is now. */
export async function pushRoom(parts: Parts, roomId: string): Promise<void> {
  parts.push.toRoom(roomId, { $case: 'room', value: { room: await loadRoom(parts.db, roomId) } });
}
