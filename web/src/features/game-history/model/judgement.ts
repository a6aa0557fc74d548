import {
  legalMoves,
  type GameState,
  type Position,
  type ReviewedMove,
  type Side,
  fromMoves,
} from '@fifteen/rules';

/** What a position is worth with best play of both: who wins, in how many moves; a draw has no winner. */
export interface Worth {
  readonly winner: Side | null;
  /** Moves of both sides until the end; 0 when it is reached. */
  readonly distance: number;
}

/**
 * What a move was. The turning points: `wonToDraw`, `wonToLost`, `drawToLost`. The others keep the result: `best`
 * is not surpassed, `slower` wins later than it could, `sooner` loses before it had to.
 */
export type Judgement = 'best' | 'slower' | 'sooner' | 'wonToDraw' | 'wonToLost' | 'drawToLost';

const opponent = { X: 'O', O: 'X' } as const;

function worthFor(side: Side, { value, distance }: ReviewedMove['before']): Worth {
  if (value === 'draw') return { winner: null, distance };
  return { winner: value === 'win' ? side : opponent[side], distance };
}

/** The worth of every position of a reviewed game, from the empty board (0) to the last one. Empty without moves. */
export function worths(moves: readonly ReviewedMove[]): Worth[] {
  const last = moves.at(-1);
  if (!last) return [];
  return [...moves.map(({ side, before }) => worthFor(side, before)), worthFor(last.side, last.after)];
}

export function judge({ position, best, before, after }: ReviewedMove): Judgement {
  if (before.value === 'win' && after.value !== 'win')
    return after.value === 'draw' ? 'wonToDraw' : 'wonToLost';
  if (before.value === 'draw' && after.value === 'loss') return 'drawToLost';
  if (best.includes(position)) return 'best';
  return before.value === 'win' ? 'slower' : 'sooner';
}

/** By how many moves a win came later, or a loss sooner, than it had to; 0 for every other move. */
export function delayOf(move: ReviewedMove): number {
  const judgement = judge(move);
  // The move that was played is one of the moves until the end.
  const expected = move.before.distance - 1;
  if (judgement === 'slower') return move.after.distance - expected;
  return judgement === 'sooner' ? expected - move.after.distance : 0;
}

export const isTurningPoint = (judgement: Judgement): boolean => judgement.includes('To');

/** The number of the move that decided the game, the last one to change its result; 0 where none did. */
export const decisiveMove = (moves: readonly ReviewedMove[]): number =>
  moves.findLastIndex((move) => isTurningPoint(judge(move))) + 1;

/** The cells to point out: the best ones, but none where every open cell is as good. */
export function choice(state: GameState, best: readonly Position[]): readonly Position[] {
  const open = legalMoves(state).length;
  return open > 1 && best.length === open ? [] : best;
}

/** The game as it stood after so many moves. */
export const stateAt = ({ moves }: GameState, ply: number): GameState => fromMoves(moves.slice(0, ply));

/** How often a side chose a best move, of how many moves. */
export function accuracy(moves: readonly ReviewedMove[], side: Side): { best: number; total: number } {
  const own = moves.filter((move) => move.side === side);
  return { best: own.filter((move) => judge(move) === 'best').length, total: own.length };
}

/**
 * How far a position leans to X (1) or to O (−1): the nearer the end of a decided game, the further; 0 for a draw. For
 * drawing it.
 */
export function lean({ winner, distance }: Worth): number {
  if (winner === null) return 0;
  const height = 1 - distance / 16;
  return winner === 'X' ? height : -height;
}
