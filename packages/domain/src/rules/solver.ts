import { ALL_CELLS, CELLS, countOf, openCells, type Marks, sideToMove } from './board.ts';
import { hasLine, winningCells } from './lines.ts';

/**
 * The exact value of a position for one side when both play perfectly: the winner as fast, the loser as slowly as
 * possible.
 */
export interface Evaluation {
  readonly value: 'win' | 'draw' | 'loss';
  /** Moves of both sides until the game ends so (0–15); 0 when it has ended. For a draw, the cells still free. */
  readonly distance: number;
}

/**
 * A score is seen from the side to move and tells at which ply the game ends: `16 − ply` for a win (1–11), the
 * negative for a loss, 0 for a draw. Counted from the start of the game and not from the position, it passes from
 * child to parent by changing its sign only.
 */
type Score = number;

const END = CELLS + 1;
/** Shifts stored scores off 0, which is a table's "not known yet". */
const BIAS = 32;

class Table {
  /** `3^i` summed over the bits of a mask, so that `digits[me] + 2 · digits[you]` numbers every board once. */
  readonly #digits = new Int32Array(ALL_CELLS + 1);
  /** One byte for each of the 3^15 boards, 14.3 MB of which only the pages in use become resident. */
  readonly #scores = new Int8Array(3 ** CELLS);

  constructor() {
    for (let mask = 1; mask <= ALL_CELLS; mask++) {
      this.#digits[mask] = this.#digit(mask & (mask - 1)) + 3 ** (31 - Math.clz32(mask & -mask));
    }
  }

  #digit(mask: number): number {
    return this.#digits[mask] as number;
  }

  /** The score of an unfinished position for the side to move, which holds `me`. */
  score(me: number, you: number): Score {
    const index = this.#digit(me) + 2 * this.#digit(you);
    const known = this.#scores[index] as number;
    if (known !== 0) return known - BIAS;
    const score = this.#search(me, you);
    this.#scores[index] = score + BIAS;
    return score;
  }

  /**
   * Exact though it skips most moves: with a winning move at hand no other is faster; against two winning moves of
   * the opponent every move loses at the same ply; against one, every other move than the block loses sooner than
   * the block can. A win by the next move but one is the fastest that is left, so the search stops when it finds it.
   */
  #search(me: number, you: number): Score {
    const taken = me | you;
    if (taken === ALL_CELLS) return 0;
    const ply = countOf(taken);
    const open = openCells(taken);
    if (winningCells(me, open) !== 0) return END - (ply + 1);
    const threats = winningCells(you, open);
    if ((threats & (threats - 1)) !== 0) return ply + 2 - END;
    const fastest = END - (ply + 3);
    let best = -END;
    for (let rest = threats === 0 ? open : threats; rest !== 0 && best < fastest; rest &= rest - 1) {
      best = Math.max(best, -this.score(you, me | (rest & -rest)));
    }
    return best;
  }
}

let shared: Table | null = null;

/** One table for the life of the process or worker, made at the first question; what it learns stays true. */
function table(): Table {
  return (shared ??= new Table());
}

/** The score for the side that has just moved and now holds `me`. */
function scoreAfterMove(me: number, you: number): Score {
  if (hasLine(me)) return END - countOf(me | you);
  return -table().score(you, me);
}

function toEvaluation(score: Score, ply: number): Evaluation {
  if (score === 0) return { value: 'draw', distance: CELLS - ply };
  return { value: score > 0 ? 'win' : 'loss', distance: END - Math.abs(score) - ply };
}

function sides(marks: Marks): [me: number, you: number] {
  return sideToMove(marks) === 'X' ? [marks.x, marks.o] : [marks.o, marks.x];
}

/**
 * The exact value of a position for the side to move; of a finished game for the side that would be next (so a win
 * by the last move is a loss at distance 0). The first call on an early board searches for tens of milliseconds and
 * keeps 14 MB: in a page, call it from a worker.
 */
export function evaluate(marks: Marks): Evaluation {
  const [me, you] = sides(marks);
  return toEvaluation(-scoreAfterMove(you, me), countOf(me | you));
}

/** The open cells whose move keeps the best score (fastest win, else draw, else slowest loss), as a mask. */
export function bestCells(marks: Marks): number {
  const [me, you] = sides(marks);
  let best = -END;
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
