import {
  fromMoves,
  type GameState,
  legalMoves,
  type Position,
  type ReviewedMove,
  type Side,
} from '@fifteen/domain';

/** The value of a position with best play of both: the winner and the number of moves; a draw has no winner. */
export interface PositionValue {
  readonly winner: Side | null;
  /** Moves of both sides until the end; 0 at the end. */
  readonly distance: number;
}

/**
 * The judgement of a move. Turning points are `wonToDraw`, `wonToLost` and `drawToLost`. The others keep the result:
 * `best` is optimal, `slower` wins later than possible, `sooner` loses before it had to.
 */
export type Judgement = 'best' | 'slower' | 'sooner' | 'wonToDraw' | 'wonToLost' | 'drawToLost';

const opponent = { X: 'O', O: 'X' } as const;

function valueFor(side: Side, { value, distance }: ReviewedMove['before']): PositionValue {
  if (value === 'draw') return { winner: null, distance };
  return { winner: value === 'win' ? side : opponent[side], distance };
}

/**
 * Returns the value of every position of a reviewed game, from the empty board (0) to the last. Empty without moves.
 */
export function positionValues(moves: readonly ReviewedMove[]): PositionValue[] {
  const last = moves.at(-1);
  if (!last) return [];
  return [...moves.map(({ side, before }) => valueFor(side, before)), valueFor(last.side, last.after)];
}

export function judgementOf({ position, best, before, after }: ReviewedMove): Judgement {
  if (before.value === 'win' && after.value !== 'win')
    return after.value === 'draw' ? 'wonToDraw' : 'wonToLost';
  if (before.value === 'draw' && after.value === 'loss') return 'drawToLost';
  if (best.includes(position)) return 'best';
  return before.value === 'win' ? 'slower' : 'sooner';
}

/** Returns by how many moves a win came later, or a loss sooner, than necessary; otherwise 0. */
export function delayOf(move: ReviewedMove): number {
  const judgement = judgementOf(move);
  // The played move counts as one of the moves until the end.
  const expected = move.before.distance - 1;
  if (judgement === 'slower') return move.after.distance - expected;
  return judgement === 'sooner' ? expected - move.after.distance : 0;
}

export const isTurningPoint = (judgement: Judgement): boolean => judgement.includes('To');

/** Returns the number of the move that decided the game: the last one that changed its result; 0 if none did. */
export const decisiveMove = (moves: readonly ReviewedMove[]): number =>
  moves.findLastIndex((move) => isTurningPoint(judgementOf(move))) + 1;

/** Returns the cells to mark: the best ones, but none if all open cells are equal. */
export function cellsToMark(state: GameState, best: readonly Position[]): readonly Position[] {
  const open = legalMoves(state).length;
  return open > 1 && best.length === open ? [] : best;
}

/** Returns the game after this many moves. */
export const stateAt = ({ moves }: GameState, ply: number): GameState => fromMoves(moves.slice(0, ply));

/** Returns how often a side chose a best move, and its number of moves. */
export function accuracy(moves: readonly ReviewedMove[], side: Side): { best: number; total: number } {
  const own = moves.filter((move) => move.side === side);
  return { best: own.filter((move) => judgementOf(move) === 'best').length, total: own.length };
}

/**
 * Returns the advantage for the chart: X at 1, O at −1, further from 0 the nearer the end of a decided game; 0 for a
 * draw.
 */
export function balanceOf({ winner, distance }: PositionValue): number {
  if (winner === null) return 0;
  const height = 1 - distance / 16;
  return winner === 'X' ? height : -height;
}
