import { ALL_CELLS, CELLS, countOf, openCells, type Marks, sideToMove } from './board.ts';
import { hasLine, winningCells } from './lines.ts';

/**
 * Exact value of a position for one side when both play perfectly: the winner wins as early, and the loser loses as
 * late as possible.
 */
export interface Evaluation {
  /** For the side to move, with best play of both. */
  readonly value: 'win' | 'draw' | 'loss';
  /** Plies until the end of the game (0–15); 0 when it has ended. For a draw, the number of free cells. */
  readonly distance: number;
}

/**
 * Score for the side to move: `16 − ply` for a win at that ply of the game (1–11), the negative for a loss, 0 for a
 * draw. Because plies count from the start of the game, a score only changes its sign from child to parent.
 */
type Score = number;

const WIN_SCORE = CELLS + 1;
/** Offset of stored scores, so that 0 means "not computed yet". */
const SCORE_OFFSET = 32;

class Table {
  /** `3^i` summed over the bits of a mask, so that `digits[me] + 2 · digits[opponent]` numbers every board once. */
  readonly #digits = new Int32Array(ALL_CELLS + 1);
  /** One byte for each of the 3^15 boards: 14.3 MB, of which only the used pages become resident. */
  readonly #scores = new Int8Array(3 ** CELLS);

  constructor() {
    for (let mask = 1; mask <= ALL_CELLS; mask++) {
      this.#digits[mask] = this.#digit(mask & (mask - 1)) + 3 ** (31 - Math.clz32(mask & -mask));
    }
  }

  #digit(mask: number): number {
    return this.#digits[mask] as number;
  }

  /** Returns the score of an unfinished position for the side to move, which has the cells `me`. */
  score(me: number, opponent: number): Score {
    const index = this.#digit(me) + 2 * this.#digit(opponent);
    const known = this.#scores[index] as number;
    if (known !== 0) return known - SCORE_OFFSET;
    const score = this.#search(me, opponent);
    this.#scores[index] = score + SCORE_OFFSET;
    return score;
  }

  /**
   * Searches the score. Exact although it skips most moves: with a winning move, no other is faster; against two
   * winning moves of the opponent, every move loses at the same ply; against one, every move but the block loses sooner
   * than the block can. A win by the next move but one is the fastest that remains, so the search stops there.
   */
  #search(me: number, opponent: number): Score {
    const occupied = me | opponent;
    if (occupied === ALL_CELLS) return 0;
    const ply = countOf(occupied);
    const open = openCells(occupied);
    if (winningCells(me, open) !== 0) return WIN_SCORE - (ply + 1);
    const threats = winningCells(opponent, open);
    if ((threats & (threats - 1)) !== 0) return ply + 2 - WIN_SCORE;
    const fastest = WIN_SCORE - (ply + 3);
    let best = -WIN_SCORE;
    for (let rest = threats === 0 ? open : threats; rest !== 0 && best < fastest; rest &= rest - 1) {
      best = Math.max(best, -this.score(opponent, me | (rest & -rest)));
    }
    return best;
  }
}

let shared: Table | null = null;

/** Returns the table of this process or worker, created at the first call. Its entries never expire. */
function table(): Table {
  return (shared ??= new Table());
}

/** Returns the score for the side that has just moved and now has the cells `me`. */
function scoreAfterMove(me: number, opponent: number): Score {
  if (hasLine(me)) return WIN_SCORE - countOf(me | opponent);
  return -table().score(opponent, me);
}

function toEvaluation(score: Score, ply: number): Evaluation {
  if (score === 0) return { value: 'draw', distance: CELLS - ply };
  return { value: score > 0 ? 'win' : 'loss', distance: WIN_SCORE - Math.abs(score) - ply };
}

function sides(marks: Marks): [me: number, you: number] {
  return sideToMove(marks) === 'X' ? [marks.x, marks.o] : [marks.o, marks.x];
}

/**
 * Returns the exact value of a position for the side to move; of a finished game, for the side that would be next (so a
 * win by the last move is a loss at distance 0). The first call on an early board searches for tens of milliseconds and
 * keeps 14 MB: in a page, call it from a worker.
 */
export function evaluate(marks: Marks): Evaluation {
  const [me, you] = sides(marks);
  return toEvaluation(-scoreAfterMove(you, me), countOf(me | you));
}

/** Returns the mask of the moves that keep the best score: the fastest wins, or else draws, or else slowest losses. */
export function bestCells(marks: Marks): number {
  const [me, you] = sides(marks);
  let best = -WIN_SCORE;
  let cells = 0;
  for (let rest = openCells(me | you); rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    const score = scoreAfterMove(me | bit, you);
    if (score > best) cells = 0;
    if (score >= best) cells |= bit;
    best = Math.max(best, score);
  }
  return cells;
}
