import type { Side } from '@fifteen/rules';
import { type OnlineGame, sideOf } from './onlineGame.ts';

/** How a game ended, from the seat of the player at this screen; `over` for those who only watch, or do not know. */
export interface Ending {
  /** The winning side; null for a draw, or where nothing says who won. */
  winner: Side | null;
  kind: 'won' | 'lost' | 'draw' | 'over';
  /** Coins that changed hands: more than 0 only where a bet was won or lost. */
  coins: number;
  /** A player left the game. */
  byLeaving: boolean;
}

/**
 * The end of a game by what the server said, else by the board: a full one without a line is a draw (docs/spec/play.md#play-4.1).
 */
export function endingOf(table: OnlineGame, me: string): Ending {
  const { game, result, confirmedState } = table;
  const side = sideOf(game, me);
  const byLeaving = result ? result.isAbandonmentWin : game.status === 'abandoned';
  const winner: Side | null = result?.winner ?? game.winner ?? confirmedState.outcome?.winner ?? null;
  if (winner === null) return { winner, kind: confirmedState.outcome ? 'draw' : 'over', coins: 0, byLeaving };
  if (side === null) return { winner, kind: 'over', coins: 0, byLeaving };
  return { winner, kind: winner === side ? 'won' : 'lost', coins: game.betAmount, byLeaving };
}

/** Returns what the player at this screen would lose by leaving now, in coins; null where they play no game. */
export function stakeAt(table: OnlineGame | null, me: string): number | null {
  if (table?.phase !== 'playing' || sideOf(table.game, me) === null) return null;
  return table.game.betAmount;
}

/** The opponent has left, and the game is won by it. */
export function isAlone(table: OnlineGame, me: string): boolean {
  const { kind, byLeaving } = endingOf(table, me);
  return kind === 'won' && byLeaving;
}
