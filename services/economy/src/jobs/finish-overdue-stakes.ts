import type { GameId, UserId } from '@fifteen/domain';
import { Mark, Status, type GameServiceDefinition, type GameState } from '@fifteen/proto/game';
import { isAppError, specified, type Calls } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { transact } from '../db/ledger.ts';
import { finishStakeCommand } from '../db/stakes.ts';

const BATCH = 50;

/**
 * Finishes stakes that are held too long: asks the game service how the game ended, and pays or refunds accordingly. A
 * cancelled or unknown game refunds both players. A game that is active or being funded keeps its stake, and logs an alarm.
 * @throws SERVICE_UNAVAILABLE, in an outage: the stakes wait for its end
 */
export async function finishOverdueStakes(context: AppContext): Promise<void> {
  // In random order, so that stakes that cannot be finished now do not block the others for ever.
  const { rows } = await context.db.query<{ game_id: GameId }>(
    `SELECT game_id FROM stake WHERE state = 'held' AND at < now() - longest_stake() ORDER BY random() LIMIT $1`,
    [BATCH],
  );
  for (const { game_id: gameId } of rows)
    await finishStake(context, gameId).catch((error: unknown) => {
      if (isAppError(error, 'SERVICE_UNAVAILABLE') && !error.details.isDefect) throw error;
      context.log.error({ alarm: true, err: error, gameId }, 'settlement of an overdue stake failed');
    });
}

async function finishStake(context: AppContext, gameId: GameId): Promise<void> {
  const winnerId = winnerOf(await findGame(context.game, gameId));
  if (winnerId !== undefined)
    await transact(context, 'finish-stake', finishStakeCommand({ gameId, winnerId }));
  else context.log.error({ alarm: true, gameId }, 'stake of an active game was held too long');
}

async function findGame(
  gameClient: Calls<GameServiceDefinition>,
  gameId: GameId,
): Promise<GameState | undefined> {
  try {
    return (await gameClient.getGame({ gameId })).game;
  } catch (error) {
    if (isAppError(error, 'GAME_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Returns the winner of the pot, '' when both players are refunded, and undefined while the game is active. */
function winnerOf(game: GameState | undefined): UserId | '' | undefined {
  if (!game) return '';
  const status = specified(game.status);
  if (status === Status.FUNDING || status === Status.ACTIVE) return undefined;
  if (!game.winner) return '';
  return specified(game.winner) === Mark.X ? game.xPlayerId : game.oPlayerId;
}
