import { StakeState, type Stake } from '@fifteen/proto/economy';
import { failpoint, isAppError, withoutCall } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { winnerId, type Game } from '../domain/game.ts';
import { stakeTermsOf, unexpectedStake } from '../domain/stakes.ts';
import { pushEnd } from '../pushes.ts';

/**
 * Timeout of a payout in milliseconds; then the end of the game is pushed without it
 * (docs/spec/guarantees.md#guarantees-3).
 */
const PAYOUT_MS = 500;

/** Finishes every game that a change of this replica ends. On shutdown, running payouts are awaited. */
export function finishEndedGames(context: AppContext): void {
  const running = new Set<Promise<void>>();
  context.liveGames.onEnded((game) => {
    // The end may be the effect of a call with little time left.
    const work = withoutCall(() => finishGame(context, game)).finally(() => running.delete(work));
    running.add(work);
  });
  context.lifecycle.onStop('games being finished', () => Promise.all(running));
}

/** Pays the stakes of an ended game, and then pushes its end. A job repeats a payout that fails. */
async function finishGame(context: AppContext, game: Game): Promise<void> {
  failpoint('game.finish.after-commit');
  context.outbox.wake();
  if (game.settledAt === null) {
    await settleGame(context, game).catch((error: unknown) =>
      context.log.warn({ err: error, gameId: game.id }, 'stake payout failed'),
    );
  }
  pushEnd(context.push, game);
}

/** Settles an ended game: economy pays its stakes, then the game is marked as settled. Throws when economy settled the stake differently. */
export async function settleGame({ economy, db }: AppContext, game: Game): Promise<void> {
  const stake = await finishStake(economy, game).catch((error: unknown) => {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
    return finishLostStake(economy, game);
  });
  const { SETTLED, REFUNDED, VOID } = StakeState;
  const isPaid = winnerId(game) ? stake.state === SETTLED : stake.state === REFUNDED || stake.state === VOID;
  if (!isPaid) throw unexpectedStake(stake);
  failpoint('game.finish.before-settle');
  await db.query(
    `UPDATE game SET settled_at = now(), due_at = NULL
      WHERE id = $1 AND settled_at IS NULL AND status IN ('finished', 'abandoned')`,
    [game.id],
  );
}

/**
 * Pays a game whose hold is lost, because the ledger was restored to an earlier moment. Without a winner there is nothing
 * to pay.
 * @throws INSUFFICIENT_COINS while a player does not own the bet
 */
async function finishLostStake(economy: AppContext['economy'], game: Game): Promise<Stake> {
  if (!winnerId(game)) return (await economy.voidStake({ gameId: game.id })).stake;
  await economy.holdStake({ ...stakeTermsOf(game), gameEnded: true });
  return finishStake(economy, game);
}

async function finishStake(economy: AppContext['economy'], game: Game): Promise<Stake> {
  const { stake } = await economy.finishStake(
    { gameId: game.id, winnerId: winnerId(game) ?? '' },
    { limitMs: PAYOUT_MS },
  );
  return stake;
}
