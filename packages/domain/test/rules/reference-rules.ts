/**
 * Reference implementation of the rules, written from the specification: a board is 15 characters, and lines are found along
 * rows, columns and diagonals. It shares no code with the package, and is simple instead of fast.
 */
export type Cell = 'X' | 'O' | '.';

const ROWS = 3;
const COLUMNS = 5;

/** Returns the cell in a row and column, both counted from 0. */
function at(board: readonly Cell[], row: number, column: number): Cell {
  return board[row * COLUMNS + column]!;
}

function winsByRow(board: readonly Cell[], side: Cell): boolean {
  for (let row = 0; row < ROWS; row++) {
    const needed = row === 1 ? 5 : 4;
    let run = 0;
    for (let column = 0; column < COLUMNS; column++) {
      run = at(board, row, column) === side ? run + 1 : 0;
      if (run === needed) return true;
    }
  }
  return false;
}

function winsByColumn(board: readonly Cell[], side: Cell): boolean {
  for (let column = 0; column < COLUMNS; column++) {
    if (at(board, 0, column) !== side || at(board, 1, column) !== side) continue;
    if (at(board, 2, column) === side) return true;
  }
  return false;
}

/** Returns whether a side has a diagonal of three. Diagonals cross the middle row and never touch the last column. */
function winsByDiagonal(board: readonly Cell[], side: Cell): boolean {
  for (let middle = 1; middle + 1 < COLUMNS - 1; middle++) {
    if (at(board, 1, middle) !== side) continue;
    if (at(board, 0, middle - 1) === side && at(board, 2, middle + 1) === side) return true;
    if (at(board, 0, middle + 1) === side && at(board, 2, middle - 1) === side) return true;
  }
  return false;
}

/** Returns the directions in which a side has won. */
export function winsOf(board: readonly Cell[], side: Cell): string[] {
  const wins: string[] = [];
  if (winsByRow(board, side)) wins.push('horizontal');
  if (winsByColumn(board, side)) wins.push('vertical');
  if (winsByDiagonal(board, side)) wins.push('diagonal');
  return wins;
}

/** Returns whether a cell (1–15) may be taken on the board of an unfinished game. */
export function mayTake(board: readonly Cell[], cell: number): boolean {
  if (board[cell - 1] !== '.') return false;
  return cell !== 8 || board.some((mark) => mark !== '.');
}

/** All winning lines, as indices from 0. */
const LINES: readonly (readonly number[])[] = [
  ...[0, 1, 2].flatMap((row) => {
    const needed = row === 1 ? 5 : 4;
    const starts = Array.from({ length: COLUMNS - needed + 1 }, (_, column) => row * COLUMNS + column);
    return starts.map((start) => Array.from({ length: needed }, (_, step) => start + step));
  }),
  ...[-1, 0, 1].flatMap((step) => {
    const width = step === 0 ? COLUMNS : COLUMNS - 1;
    return Array.from({ length: width }, (_, column) =>
      [0, 1, 2].map((row) => [row, column + row * step] as const),
    )
      .filter((path) => path.every(([, column]) => column >= 0 && column < width))
      .map((path) => path.map(([row, column]) => row * COLUMNS + column));
  }),
];

/** Returns the cells (1–15) of all lines that a side has completed, ascending. */
export function winningCellsOf(board: readonly Cell[], side: Cell): number[] {
  const cells = new Set<number>();
  for (const line of LINES) {
    if (!line.every((index) => board[index] === side)) continue;
    for (const index of line) cells.add(index + 1);
  }
  return [...cells].sort((a, b) => a - b);
}

/** What a digit of each cell is worth: to raise 3 to a power at each move takes as long as a rule. */
const DIGITS: readonly number[] = Array.from({ length: ROWS * COLUMNS }, (_, index) => 3 ** index);

/** A board for visiting all positions that legal play can reach. It remembers those it has visited. */
export class Walk {
  readonly board: Cell[] = Array.from({ length: ROWS * COLUMNS }, () => '.');
  /** The board as a number in base 3, with one digit for each cell. */
  code = 0;
  readonly #seen = new Uint8Array(3 ** 15);

  put(cell: number, side: 'X' | 'O'): void {
    this.board[cell - 1] = side;
    this.code += DIGITS[cell - 1]! * (side === 'X' ? 1 : 2);
  }

  take(cell: number): void {
    this.code -= DIGITS[cell - 1]! * (this.board[cell - 1] === 'X' ? 1 : 2);
    this.board[cell - 1] = '.';
  }

  /** Returns true at the first visit of this board. */
  isNew(): boolean {
    if (this.#seen[this.code] === 1) return false;
    this.#seen[this.code] = 1;
    return true;
  }
}
