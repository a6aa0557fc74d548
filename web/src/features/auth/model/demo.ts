import type { BoardRecord, Position } from '@fifteen/domain';

/** A short game that shows what is odd about the board: a centre that opens late, a fork, and four in a top row. */
export const demoMoves: readonly Position[] = [7, 5, 3, 11, 1, 13, 2, 12, 4];
export const demoWin: readonly Position[] = [1, 2, 3, 4];

/** The board after so many moves of the demonstration. */
export function demoBoard(count: number): BoardRecord {
  return Object.fromEntries(
    demoMoves.slice(0, count).map((position, ply) => [position, ply % 2 === 0 ? 'X' : 'O']),
  );
}
