import type { BoardRecord, Position } from '@fifteen/domain';

/** A short game that shows the rules: a centre that opens late, a fork, and four in the top row. */
export const demoMoves: readonly Position[] = [7, 5, 3, 11, 1, 13, 2, 12, 4];
export const demoWin: readonly Position[] = [1, 2, 3, 4];

/** Returns the board after `count` moves of the demonstration. */
export function demoBoard(count: number): BoardRecord {
  return Object.fromEntries(
    demoMoves.slice(0, count).map((position, ply) => [position, ply % 2 === 0 ? 'X' : 'O']),
  );
}
