import { expect, test } from 'vitest';
import type { GameState, Position } from '../../src/rules/index.ts';
import * as rules from '../../src/rules/index.ts';
import * as reference from './reference-rules.ts';

// Copies: Vitest looks up an import at each use, and 60 million look-ups take longer than the rules.
const { applyMove, legalMoves, NEW_GAME, outcomeOf, violationOf, sideToMove } = rules;
const { mayTake, Walk, winningCellsOf, winsOf } = reference;

/**
 * Throws when a comparison of the rules with the reference implementation fails. An `expect` for each of 45 million would
 * take minutes.
 */
function check(holds: boolean, what: string, state: GameState, cell?: number): void {
  if (!holds) throw new Error(`${what} ${cell ?? ''} after ${state.moves.join(' ')}`);
}

test('every position of every game: winner, condition, winning cells, draw, legality', () => {
  const walk = new Walk();
  let unfinished = 0;
  let wins = 0;
  let draws = 0;

  function checkEnd(state: GameState, mover: 'X' | 'O', directions: string[]): void {
    const won = directions.length > 0;
    if (won) wins++;
    else draws++;
    const { outcome } = state;
    check(outcome?.winner === (won ? mover : null), 'winner', state);
    check(outcome?.condition === (directions[0] ?? 'draw'), 'condition', state);
    const cells = won ? winningCellsOf(walk.board, mover).join() : undefined;
    check(outcome?.winningPositions?.join() === cells, 'winning cells', state);
    for (let cell = 0; cell <= 16; cell++) {
      check(violationOf(state, sideToMove(state), cell) === 'not-active', 'no move at', state, cell);
    }
  }

  function checkLegality(state: GameState, mover: 'X' | 'O'): void {
    const other = mover === 'X' ? 'O' : 'X';
    check(state.outcome === null && outcomeOf(state) === null, 'unfinished', state);
    check(violationOf(state, mover, 0) === 'out-of-board', 'no cell 0', state);
    check(violationOf(state, mover, 16) === 'out-of-board', 'no cell 16', state);
    let legalCells = 0;
    for (let cell = 1; cell <= 15; cell++) {
      const free = walk.board[cell - 1] === '.';
      const legal = mayTake(walk.board, cell);
      if (legal) legalCells++;
      const expected = legal ? null : free ? 'centre-locked' : 'occupied';
      check(violationOf(state, mover, cell) === expected, 'the mover at', state, cell);
      check(violationOf(state, other, cell) === (expected ?? 'out-of-turn'), 'the other at', state, cell);
    }
    const moves = legalMoves(state);
    check(
      moves.length === legalCells && moves.every((cell) => mayTake(walk.board, cell)),
      'legal moves',
      state,
    );
  }

  function visit(state: GameState, mover: 'X' | 'O'): void {
    unfinished++;
    checkLegality(state, mover);
    for (let cell = 1; cell <= 15; cell++) {
      if (!mayTake(walk.board, cell)) continue;
      walk.put(cell, mover);
      if (walk.isNew()) {
        const next = applyMove(state, cell as Position);
        const directions = winsOf(walk.board, mover);
        if (directions.length > 0 || !walk.board.includes('.')) checkEnd(next, mover, directions);
        else visit(next, mover === 'X' ? 'O' : 'X');
      }
      walk.take(cell);
    }
  }

  visit(NEW_GAME, 'X');
  // 2,154,688 boards without a line (the 362 draws among them), 670,074 ends (the same draws among them).
  expect({ unfinished, wins, draws }).toEqual({ unfinished: 2_154_326, wins: 669_712, draws: 362 });
}, 120_000);
