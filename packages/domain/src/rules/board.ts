/**
 * The board: 15 cells in 3 rows of 5, numbered 1–15 from the top left. Sets of cells are 15-bit masks (bit `position −
 * 1`), so that every query of a position takes a few integer operations.
 */

/** A cell: row 1 is 1–5, row 2 is 6–10, row 3 is 11–15. */
export type Position = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;

/** The two players. X moves first and turns alternate. */
export type Side = 'X' | 'O';

/**
 * The marks of both sides without the order of moves, a 15-bit mask each. Functions that need no order (whose turn,
 * outcome, policies, exact value) take this; {@link GameState} extends it.
 */
export interface Marks {
  /** Cells of X. */
  readonly x: number;
  /** Cells of O. */
  readonly o: number;
}

/** The board in JSON: `{ "1": "X", "7": "O" }`, without the free cells. */
export type BoardRecord = Readonly<Partial<Record<Position, Side>>>;

/** All cells in reading order. */
export const POSITIONS: readonly Position[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** The centre cell, which may not be the very first move of a game. */
export const CENTRE = 8 satisfies Position;

const COLUMNS = 5;
/** Cells of the board. */
export const CELLS = 15;
/** The mask of the whole board. */
export const ALL_CELLS = (1 << CELLS) - 1;
/** The mask of the centre. */
export const CENTRE_BIT = 1 << (CENTRE - 1);

/** Returns whether a value from outside is an integer of 1–15. */
export function isPosition(value: unknown): value is Position {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= CELLS;
}

/** Returns the row of a cell, 1 (top) to 3. */
export function rowOf(position: Position): number {
  return Math.ceil(position / COLUMNS);
}

/** Returns the column of a cell, 1 (left) to 5. */
export function columnOf(position: Position): number {
  return ((position - 1) % COLUMNS) + 1;
}

/** Returns the other side. */
export function opponentOf(side: Side): Side {
  return side === 'X' ? 'O' : 'X';
}

/** Returns the mask of one cell. */
export function bitOf(position: Position): number {
  return 1 << (position - 1);
}

/** Returns the mask of several cells. */
export function maskOf(positions: readonly Position[]): number {
  return positions.reduce((mask, position) => mask | bitOf(position), 0);
}

/** Returns the first cell of a mask, which must not be empty. */
function lowestPosition(mask: number): Position {
  return (32 - Math.clz32(mask & -mask)) as Position;
}

/** Returns the cells of a mask in ascending order. */
export function positionsOf(mask: number): Position[] {
  const positions: Position[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) positions.push(lowestPosition(rest));
  return positions;
}

/** Returns the number of cells in a mask. SWAR instead of a loop, because the solver calls it for every node. */
export function countOf(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x5555);
  const nibbles = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  const bytes = (nibbles + (nibbles >> 4)) & 0x0f0f;
  return (bytes + (bytes >> 8)) & 0x1f;
}

/** Returns whose turn it is: X if both have equally many marks, else O. Meaningless after the end of a game. */
export function sideToMove(marks: Marks): Side {
  return countOf(marks.x | marks.o) % 2 === 0 ? 'X' : 'O';
}

/** Returns the cells that are allowed as the next move: the free ones, without the centre on an empty board. */
export function openCells(taken: number): number {
  return taken === 0 ? ALL_CELLS & ~CENTRE_BIT : ALL_CELLS & ~taken;
}

/** Converts marks to a board in JSON. */
export function toBoard(marks: Marks): BoardRecord {
  const board: Partial<Record<Position, Side>> = {};
  for (const position of positionsOf(marks.x)) board[position] = 'X';
  for (const position of positionsOf(marks.o)) board[position] = 'O';
  return board;
}

/**
 * Parses a board in JSON.
 * @throws RangeError for a key that is no cell, a value that is no side, or counts that alternating turns cannot reach
 */
export function fromBoard(board: Readonly<Record<string, unknown>>): Marks {
  let x = 0;
  let o = 0;
  for (const [key, side] of Object.entries(board)) {
    const position = Number(key);
    if (!isPosition(position) || String(position) !== key) throw new RangeError(`no such cell: ${key}`);
    if (side === 'X') x |= bitOf(position);
    else if (side === 'O') o |= bitOf(position);
    else throw new RangeError(`cell ${key} holds neither X nor O`);
  }
  const lead = countOf(x) - countOf(o);
  if (lead !== 0 && lead !== 1) throw new RangeError('X and O have not moved in turn');
  return { x, o };
}
