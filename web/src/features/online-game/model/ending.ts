import type { Game } from '@fifteen/contract';
import type { Side } from '@fifteen/domain';
import { type OnlineGame, sideOf } from './onlineGame.ts';

/** The end of a game for the user at this screen; `over` for spectators, or an unknown result. */
export interface Ending {
  /** The winning side; null for a draw or an unknown winner. */
  winner: Side | null;
  kind: 'won' | 'lost' | 'draw' | 'over';
  /** Coins won or lost; 0 for a draw or a friendly game. */
  coins: number;
  /** Whether a player left the game. */
  byLeaving: boolean;
}

/**
 * Returns the winning side by the result of the server, else by the board; null for a draw or an unknown winner. A game
 * that a player left has no line on its board.
 */
export const winnerOf = ({ game, result, confirmedState }: OnlineGame): Side | null =>
  result?.winner ?? game.winner ?? confirmedState.outcome?.winner ?? null;

/**
 * Returns the end of a game by the result of the server, else by the board: a full one without a line is a draw
 * (docs/spec/play.md#play-4.1).
 */
export function endingOf(onlineGame: OnlineGame, me: string): Ending {
  const { game, result, confirmedState } = onlineGame;
  const side = sideOf(game, me);
  const byLeaving = result ? result.isAbandonmentWin : game.status === 'abandoned';
  const winner = winnerOf(onlineGame);
  if (winner === null) return { winner, kind: confirmedState.outcome ? 'draw' : 'over', coins: 0, byLeaving };
  if (side === null) return { winner, kind: 'over', coins: 0, byLeaving };
  return { winner, kind: winner === side ? 'won' : 'lost', coins: game.betAmount, byLeaving };
}

/**
 * Whether a game ended because both players were absent: it has no result, and the bets were paid back
 * (docs/spec/play.md#play-4.3). A game that a player left has a winner; a cancelled one never started.
 */
export const isExpired = ({ status, winner }: Game): boolean => status === 'abandoned' && winner === null;

/** Whether a game that the user was leaving ended by a last move or by the opponent before: its result counts. */
export function hasEndedOtherwise(onlineGame: OnlineGame, me: string): boolean {
  const { kind, byLeaving } = endingOf(onlineGame, me);
  return onlineGame.phase !== 'playing' && !(byLeaving && kind === 'lost');
}

/** Returns the coins that leaving now would lose; null for a user who is not playing. */
export function stakeAt(onlineGame: OnlineGame | null, me: string): number | null {
  if (onlineGame?.phase !== 'playing' || sideOf(onlineGame.game, me) === null) return null;
  return onlineGame.game.betAmount;
}

/** Whether the user has won because the opponent left. */
export function isAlone(onlineGame: OnlineGame, me: string): boolean {
  const { kind, byLeaving } = endingOf(onlineGame, me);
  return kind === 'won' && byLeaving;
}
