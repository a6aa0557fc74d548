import { StakeState } from '@fifteen/proto/economy';
import { failpoint } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readDecisionTime } from '../db/database-clock.ts';
import { markStarted } from '../db/game-start.ts';
import type { Game } from '../domain/game.ts';
import { startedGame } from '../domain/game-start.ts';
import { stakeTermsOf } from '../domain/stakes.ts';
import { countStarted } from '../metrics.ts';
import { pushStart } from '../pushes.ts';
import { cancelGame } from './cancel-game.ts';

/**
 * Holds both stakes and starts the game, or cancels it when a player cannot pay
 * (docs/spec/guarantees.md#guarantees-3). Returns the new state, null when another call was faster. Safe to repeat:
 * economy always returns the same response for the stake of a game.
 */
export async function fundGame(context: AppContext, game: Game): Promise<Game | null> {
  const { stake } = await context.economy.holdStake(stakeTermsOf(game));
  failpoint('game.create.after-hold');
  if (stake.state === StakeState.VOID) {
    return cancelGame(context, game, stake.shortUserIds.length > 0 ? 'INSUFFICIENT_COINS' : 'CALLED_OFF');
  }
  // The game went on while this call was under way: it is over, or was called off.
  if (stake.state !== StakeState.HELD) return null;
  const started = await markStarted(context.db, startedGame(game, readDecisionTime(context)));
  if (!started) return null;
  failpoint('game.create.after-open');
  publishStart(context, started);
  return started;
}

/** Caches a game and pushes its start, after the commit. A start is no event: clients look a lost push up. */
export function publishStart({ push, liveGames }: AppContext, game: Game): void {
  countStarted();
  liveGames.addStarted(game);
  pushStart(push, game);
}
