import { StakeState } from '@fifteen/proto/economy';
import { failpoint } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readDecisionTime } from '../db/database-clock.ts';
import { insertGame, markCancelled, markCancelling } from '../db/game-start.ts';
import type { CancelReason, Game } from '../domain/game.ts';
import { cancelledGame } from '../domain/game-start.ts';
import { unexpectedStake } from '../domain/stakes.ts';
import { countCancelled } from '../metrics.ts';

/** How long a call-off waits for the refund, which the job `process-stakes` repeats: the caller's time is not its own. */
const REFUND_MS = 500;

/** Calls a game off before its start, and refunds its stakes. Returns false when it has started or was cancelled. */
export async function callOffGame(context: AppContext, game: Game): Promise<boolean> {
  if (!(await markCancelling(context.db, game))) return false;
  failpoint('game.cancel.after-commit');
  await refundCalledOffGame(context, game, REFUND_MS).catch((error: unknown) =>
    context.log.warn({ err: error, gameId: game.id }, 'stake refund failed'),
  );
  return true;
}

/** Refunds the stakes of a game that is called off, and then cancels it. Safe to repeat. Each call is limited to `limitMs`. */
export async function refundCalledOffGame(context: AppContext, game: Game, limitMs?: number): Promise<void> {
  let { stake } = await context.economy.voidStake({ gameId: game.id }, { limitMs });
  if (stake.state === StakeState.HELD)
    stake = (await context.economy.finishStake({ gameId: game.id, winnerId: '' }, { limitMs })).stake;
  if (stake.state !== StakeState.VOID && stake.state !== StakeState.REFUNDED) throw unexpectedStake(stake);
  await cancelGame(context, game, 'CALLED_OFF');
}

/** Cancels a game for which no stake is held. Returns null when it has started or was already cancelled. */
export async function cancelGame(
  context: AppContext,
  game: Game,
  reason: CancelReason,
): Promise<Game | null> {
  const cancelled = cancelledGame(game, reason, readDecisionTime(context));
  if (!(await markCancelled(context.db, cancelled))) return null;
  countCancelled();
  context.outbox.wake();
  return cancelled;
}

/** Writes a game that never starts, so that its id is taken. Returns null when it was taken before. */
export async function insertCancelledGame(
  context: AppContext,
  draft: Game,
  reason: CancelReason,
): Promise<Game | null> {
  const cancelled = cancelledGame(draft, reason, readDecisionTime(context));
  if ((await insertGame(context.db, cancelled)) === 'taken') return null;
  countCancelled();
  context.outbox.wake();
  return cancelled;
}
