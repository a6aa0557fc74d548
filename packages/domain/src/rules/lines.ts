import { bitOf, maskOf, positionsOf, POSITIONS, type Position } from './board.ts';

/** Direction of a winning line, as in the wire protocol. */
export type LineCondition = 'horizontal' | 'vertical' | 'diagonal';

/** Cells that win when one side has them all. */
export interface Line {
  readonly condition: LineCondition;
  /** The cells in ascending order: 4 or 5 in a horizontal line, else 3. */
  readonly positions: readonly Position[];
  /** The same cells as a mask. */
  readonly mask: number;
}

function line(condition: LineCondition, ...positions: Position[]): Line {
  return { condition, positions, mask: maskOf(positions) };
}

/**
 * The 14 win lines: four inside an edge row, all five of the middle row, a column, or a diagonal of three.
 * Diagonals through column 5 do not count. The order is also the precedence when one move completes several lines of
 * different direction: the first one names the win.
 */
export const LINES: readonly Line[] = [
  line('horizontal', 1, 2, 3, 4),
  line('horizontal', 2, 3, 4, 5),
  line('horizontal', 6, 7, 8, 9, 10),
  line('horizontal', 11, 12, 13, 14),
  line('horizontal', 12, 13, 14, 15),
  line('vertical', 1, 6, 11),
  line('vertical', 2, 7, 12),
  line('vertical', 3, 8, 13),
  line('vertical', 4, 9, 14),
  line('vertical', 5, 10, 15),
  line('diagonal', 1, 7, 13),
  line('diagonal', 2, 8, 14),
  line('diagonal', 3, 7, 11),
  line('diagonal', 4, 8, 12),
];

const LINE_MASKS: readonly number[] = LINES.map(({ mask }) => mask);

const LINES_THROUGH: readonly (readonly Line[])[] = POSITIONS.map((position) =>
  LINES.filter(({ mask }) => (mask & bitOf(position)) !== 0),
);

/** Returns the lines through a cell (2 to 4), in the order of {@link LINES}. */
export function linesThrough(position: Position): readonly Line[] {
  return LINES_THROUGH[position - 1] ?? [];
}

/** Returns whether the cells of `mask` contain a whole line. */
export function hasLine(mask: number): boolean {
  for (const cells of LINE_MASKS) if ((mask & cells) === cells) return true;
  return false;
}

/** Returns the mask of the `open` cells that would each complete a line for the side with the cells `own`. */
export function winningCells(own: number, open: number): number {
  let cells = 0;
  for (const mask of LINE_MASKS) {
    const missing = mask & ~own;
    if ((missing & (missing - 1)) === 0) cells |= missing & open;
  }
  return cells;
}

/** Returns the completed lines of a finished game: the direction that names the win, and all their cells, ascending. */
export function completedLines(own: number): { condition: LineCondition; positions: Position[] } | null {
  const completed = LINES.filter(({ mask }) => (own & mask) === mask);
  const [first] = completed;
  if (first === undefined) return null;
  return {
    condition: first.condition,
    positions: positionsOf(completed.reduce((all, { mask }) => all | mask, 0)),
  };
}
