import { StakeState, type Stake } from '@fifteen/proto/economy';
import { failpoint } from '@fifteen/runtime';
import { announceEnd, announceStart } from './announce.ts';
import { winnerId, type CancelReason, type Game } from './game.ts';
import { beginCallOff, cancelGame, cancelled, openGame, opened } from './opening.ts';
import { countCancelled, countStarted } from './metrics.ts';
import { now, type Parts } from './parts.ts';

/**
 * The game's side of a stake (reliability 1.3): what economy is asked for, and what its answer makes of the game. Every
 * step may be repeated by anybody at any time: economy gives a game's stake the same answer for ever, and each step
 * here finds the game where the last one left it.
 */

/** Once a game is over its players wait for the money before they are told, but no longer than this (S7). */
const FINISH_MS = 500;

/**
 * S3, S4: asks for both stakes and opens the game, or cancels it when somebody cannot pay. Answers the game as that left
 * it, null when somebody else did so first.
 */
export async function fund(parts: Parts, game: Game): Promise<Game | null> {
  const stake = await parts.economy.hold({
    gameId: game.id,
    xUserId: game.players.X,
    oUserId: game.players.O,
    bet: game.bet,
  });
  failpoint('game.create.after-hold');
  if (stake.state === StakeState.VOID) {
    return cancel(parts, game, stake.shortUserIds.length > 0 ? 'INSUFFICIENT_COINS' : 'CALLED_OFF');
  }
  if (stake.state !== StakeState.HELD) throw unexpected(stake);
  const open = opened(game, now(parts));
  if (!(await openGame(parts.db, open))) return null;
  failpoint('game.create.after-open');
  tellStart(parts, open);
  return open;
}

/** Says that a game has opened, once it is committed. */
export function tellStart(parts: Parts, game: Game): void {
  countStarted();
  parts.relay.wake();
  announceStart(parts.push, game);
}

/** Calls a game off that has not opened, and gives back what may have been taken. False when it has opened after all. */
export async function callOff(parts: Parts, game: Game): Promise<boolean> {
  if (!(await beginCallOff(parts.db, game))) return false;
  failpoint('game.cancel.after-commit');
  await giveBack(parts, game).catch((error: unknown) =>
    parts.log.warn({ err: error, gameId: game.id }, 'stake refund failed'),
  );
  return true;
}

/** Makes sure that no stake is held for a game that is called off, and then cancels it. */
export async function giveBack(parts: Parts, game: Game): Promise<void> {
  let stake = await parts.economy.void({ gameId: game.id });
  if (stake.state === StakeState.HELD) stake = await parts.economy.finish({ gameId: game.id, winnerId: '' });
  if (stake.state !== StakeState.VOID && stake.state !== StakeState.REFUNDED) throw unexpected(stake);
  await cancel(parts, game, 'CALLED_OFF');
}

async function cancel(parts: Parts, game: Game, reason: CancelReason): Promise<Game | null> {
  const end = cancelled(game, reason, now(parts));
  if (!(await cancelGame(parts.db, end))) return null;
  countCancelled();
  parts.relay.wake();
  return end;
}

/** S7, S8: has a game that is over paid, and then says that it is over. What fails here is repeated by the sweep. */
export async function finish(parts: Parts, game: Game): Promise<void> {
  failpoint('game.finish.after-commit');
  parts.relay.wake();
  if (game.settledAt === null) {
    await settle(parts, game).catch((error: unknown) =>
      parts.log.warn({ err: error, gameId: game.id }, 'stake payout failed'),
    );
  }
  announceEnd(parts.push, game);
}

/** Has the stakes of a game paid and takes note of it. Errors: CONFLICT when the ledger ended it otherwise. */
export async function settle(parts: Parts, game: Game): Promise<void> {
  const winner = winnerId(game);
  const stake = await parts.economy.finish(
    { gameId: game.id, winnerId: winner ?? '' },
    { limitMs: FINISH_MS },
  );
  if (stake.state !== (winner ? StakeState.SETTLED : StakeState.REFUNDED)) throw unexpected(stake);
  failpoint('game.finish.before-settle');
  await parts.db.query(
    `UPDATE game SET settled_at = now(), due_at = NULL
      WHERE id = $1 AND settled_at IS NULL AND status IN ('finished', 'abandoned')`,
    [game.id],
  );
}

const unexpected = ({ gameId, state }: Stake): Error =>
  new Error(`the stake of ${gameId} is ${state}: its game cannot have led there`);
