import { isPermanentStartError, type ErrorCode, type RoomId } from '@fifteen/domain';
import type { CreateGameRequest, GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import { AppError, failpoint, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import { isMatchRoom, loadRoom, updateRoom } from '../db/rooms.ts';
import { cancelRound, finishRounds, loadRound, setRoundStatus, type RoundRow } from '../db/rounds.ts';
import { isOver } from '../domain/rounds.ts';
import { transact } from '../db/transaction.ts';

/** A round whose game has started. `room` is set only if this call recorded the start. */
interface StartedRound {
  game: GameState;
  room: RoomState | undefined;
}

/**
 * Starts the game of a stored round, or resumes its start. The game's id follows from the round, so each repeat names the
 * same game.
 * @throws INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME (the round is cancelled), GAME_CANCELLED (it was cancelled before),
 * SERVICE_UNAVAILABLE (the job `resume-starts` repeats the start)
 * @param stored the round, where the caller has just stored it as `starting`
 */
export async function startRound(
  context: AppContext,
  roomId: RoomId,
  round: number,
  stored?: RoundRow,
): Promise<StartedRound> {
  const row = stored ?? (await beginRound(context, roomId, round));
  try {
    const { game } = await context.game.createGame(gameStartOf(roomId, round, row), { limitMs: 4_000 });
    failpoint('room.start-round.after-game');
    return { game, room: await openRound(context, roomId, round, game) };
  } catch (error) {
    if (isAppError(error) && isPermanentStartError(error.code))
      await rejectRound(context, roomId, round, error);
    throw error;
  }
}

/** Returns the start of a round's game, which is the same at every attempt. */
export const gameStartOf = (roomId: RoomId, round: number, row: RoundRow): CreateGameRequest => ({
  ...{ gameId: row.game_id, roomId, round, bet: row.bet },
  ...{ playerIds: row.player_ids, xPlayerId: row.x_player_id ?? '' },
});

/** Sets an agreed round to `starting`. It cannot be withdrawn from then on: the game service may have its game. */
async function beginRound({ db }: AppContext, roomId: RoomId, round: number): Promise<RoundRow> {
  return db.tx(async (sql) => {
    const [, , row] = await Promise.all([
      lockRoom(sql, roomId),
      setRoundStatus(sql, roomId, round, { from: 'agreed', to: 'starting' }),
      loadRound(sql, roomId, round),
    ]);
    if (row.status === 'off') throw new AppError('GAME_CANCELLED');
    return row;
  });
}

/**
 * Records that the game of a round is open, and removes its players' consent, which was for one round. Returns the room,
 * unless it was recorded. A game that is over ends its round, without a push of its start.
 */
async function openRound(
  context: AppContext,
  roomId: RoomId,
  round: number,
  game: GameState,
): Promise<RoomState | undefined> {
  return transact(context, 'open-round', async (sql, notifications) => {
    if (isOver(game)) {
      await finishRounds(sql, notifications, [game]);
      return undefined;
    }
    const [, isOpened] = await Promise.all([
      lockRoom(sql, roomId),
      setRoundStatus(sql, roomId, round, { from: 'starting', to: 'playing', xPlayerId: game.xPlayerId }),
    ]);
    if (!isOpened) return undefined;
    const playerIds = [game.xPlayerId, game.oPlayerId];
    const [, , room, isMatch] = await Promise.all([
      sql.query(`UPDATE participant SET agreed = false WHERE room_id = $1 AND user_id = ANY ($2)`, [
        ...[roomId, playerIds],
      ]),
      updateRoom(sql, notifications, roomId, 'playing'),
      loadRoom(sql, roomId),
      isMatchRoom(sql, roomId),
    ]);
    notifications.roomChanged(room);
    if (round === 1 && isMatch)
      for (const id of playerIds) notifications.toUser(id, { $case: 'match', value: { room, game } });
    return room;
  });
}

/** Codes of a game that the system or a leaving player called off: the players of the room may try again. */
const isRetriable = (code: ErrorCode): boolean => code === 'CONFLICT' || code === 'GAME_CANCELLED';

/** Cancels a round that the game service rejected. */
async function rejectRound(
  context: AppContext,
  roomId: RoomId,
  round: number,
  { code, details: { shortUserIds } }: AppError,
): Promise<void> {
  await transact(context, 'cancel-round', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    const failed = { round, code: isRetriable(code) ? 'SERVICE_UNAVAILABLE' : code, shortUserIds };
    await cancelRound(sql, notifications, roomId, 'starting', failed);
  });
}
