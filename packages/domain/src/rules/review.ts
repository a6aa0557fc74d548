import { positionsOf, sideToMove, type Position, type Side } from './board.ts';
import { applyMove, fromMoves, NEW_GAME } from './game.ts';
import { bestCells, evaluate, type Evaluation } from './solver.ts';

/** One move of a reviewed game. Both evaluations are from the view of the player who moved. */
export interface ReviewedMove {
  /** 1 for the first move of the game. */
  readonly ply: number;
  readonly side: Side;
  readonly position: Position;
  /** Value of the position before the move, with best play. */
  readonly before: Evaluation;
  /** Value after the move. A best move keeps the outcome, one ply closer to the end. */
  readonly after: Evaluation;
  /** The best moves, ascending: the fastest wins, or else the draws, or else the slowest losses. */
  readonly best: readonly Position[];
  /** Whether the move gave away a win or a draw. */
  readonly turningPoint: boolean;
}

const REVERSED = { win: 'loss', draw: 'draw', loss: 'win' } as const;

/**
 * Evaluates every move of a finished or cancelled game exactly. The first call takes as long as the solver's first
 * search (see evaluate): in a page, call it from a worker.
 * @throws RangeError for an illegal list of moves
 */
export function review(moves: readonly number[]): ReviewedMove[] {
  let state = NEW_GAME;
  return fromMoves(moves).moves.map((position, index) => {
    const side = sideToMove(state);
    const before = evaluate(state);
    const best = positionsOf(bestCells(state));
    state = applyMove(state, position);
    const opponents = evaluate(state);
    const after: Evaluation = { value: REVERSED[opponents.value], distance: opponents.distance };
    return {
      ply: index + 1,
      side,
      position,
      before,
      after,
      best,
      turningPoint: before.value !== after.value,
    };
  });
}
