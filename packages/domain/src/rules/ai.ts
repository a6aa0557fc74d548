import { bitOf, openCells, positionsOf, sideToMove, type Marks, type Position } from './board.ts';
import type { Difficulty } from './difficulty.ts';
import { outcomeOf } from './game.ts';
import { winningCells } from './lines.ts';
import { bestCells } from './solver.ts';

/** The cells that `hard` prefers when neither side can win at once, best first. */
const PREFERRED_CELLS: readonly Position[] = [8, 1, 3, 11, 13, 7, 9];

/**
 * Returns the cells that a level chooses from: its whole policy. The computer player draws one of them, and the check
 * of a transcript looks for the reply among them, so the two cannot diverge.
 */
export function candidateCells(marks: Marks, difficulty: Difficulty): number {
  const open = openCells(marks.x | marks.o);
  if (difficulty === 'easy') return open;
  if (difficulty === 'master') return bestCells(marks);
  const [own, other] = sideToMove(marks) === 'X' ? [marks.x, marks.o] : [marks.o, marks.x];
  const winningOrBlocking = winningCells(own, open) || winningCells(other, open);
  if (winningOrBlocking !== 0) return winningOrBlocking;
  const preferred =
    difficulty === 'hard' && PREFERRED_CELLS.find((position) => (bitOf(position) & open) !== 0);
  return preferred ? bitOf(preferred) : open;
}

/**
 * Chooses the move of a computer player for the side to move. docs/spec/play.md#play-5.3:
 * easy takes any open cell; medium wins, else blocks, else any; hard wins, else blocks, else the first open one of 8,
 * 1, 3, 11, 13, 7, 9, else any; master takes one of the moves that the solver finds best. Among equal cells, one is
 * drawn. Takes microseconds, except for master on an early board (see evaluate).
 * @param random a number in [0, 1), as from Math.random; called once
 * @throws RangeError when the game has ended
 */
export function chooseMove(marks: Marks, difficulty: Difficulty, random: () => number): Position {
  if (outcomeOf(marks) !== null) throw new RangeError('the game has ended');
  const cells = positionsOf(candidateCells(marks, difficulty));
  const chosen = cells[Math.floor(random() * cells.length)];
  if (chosen === undefined) throw new RangeError('random() must be in [0, 1)');
  return chosen;
}
