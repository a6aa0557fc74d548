import type { GameId, RoomId, UserId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import { isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { callOffRound, finishRounds, loadOpenRounds, type OpenRound } from '../db/rounds.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { isOver } from '../domain/rounds.ts';
import type { RoomSnapshot } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';

/**
 * Queries the game service for the games of open rounds. Finishes the rounds whose games are over, and calls a playing round
 * off if it has no game, or one that never opened. A round that is starting may have none yet, and its start is repeated.
 * @param rounds as they were before the query: a round that is starting may get its game after it
 */
export async function reconcileRounds(context: AppContext, rounds: readonly OpenRound[]): Promise<void> {
  const games = await Promise.all(rounds.map(({ game_id: gameId }) => findGame(context, gameId)));
  const over = games.filter((game) => game !== undefined).filter(isOver);
  if (over.length > 0)
    await transact(context, 'finish-round', (sql, notifications) => finishRounds(sql, notifications, over));
  const isLost = (game: GameState | undefined): boolean => !game || game.status === Status.CANCELLED;
  const lost = rounds.filter(({ status }, index) => isLost(games[index]) && status === 'playing');
  for (const { game_id: gameId } of lost)
    await transact(context, 'call-off-round', (sql, notifications) =>
      callOffRound(sql, notifications, gameId),
    );
}

async function findGame({ game }: AppContext, gameId: GameId): Promise<GameState | undefined> {
  try {
    return (await game.getGame({ gameId })).game;
  } catch (error) {
    if (isAppError(error, 'GAME_NOT_FOUND')) return undefined;
    throw error;
  }
}

/**
 * Runs `work`. If it throws ALREADY_IN_GAME, reconciles the games of these users and runs it once more: a game may have
 * ended a moment ago, and the game service is the first to know.
 * @throws ALREADY_IN_GAME
 */
export async function retryAfterGames<T>(
  context: AppContext,
  userIds: readonly UserId[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error, 'ALREADY_IN_GAME')) throw error;
    await reconcileGamesOf(context, userIds);
    return work();
  }
}

/**
 * Returns the snapshot of a room, after reconciling the game that seems to run there.
 * @throws ROOM_NOT_FOUND
 */
export async function loadReconciledSnapshot(
  context: AppContext,
  roomId: RoomId,
  userId: UserId,
): Promise<RoomSnapshot> {
  const snapshot = await loadSnapshot(context.db, roomId, userId);
  if (snapshot.phase !== 'playing' || !snapshot.round) return snapshot;
  await reconcileRounds(context, await loadOpenRounds(context.db, [snapshot.round.gameId]));
  return loadSnapshot(context.db, roomId, userId);
}

/** Reconciles the games of users before the event of their end arrives. It may even arrive before the start is stored. */
async function reconcileGamesOf(context: AppContext, userIds: readonly UserId[]): Promise<void> {
  const { rows } = await context.db.query<OpenRound>(
    `SELECT game_id, status FROM round WHERE status IN ('starting', 'playing') AND room_id IN (
       SELECT room_id FROM participant WHERE user_id = ANY ($1))`,
    [userIds],
  );
  await reconcileRounds(context, rows);
}
