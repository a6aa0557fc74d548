import { describe, expect, test } from 'vitest';
import * as rules from '../../src/rules/index.ts';
import * as reference from './reference-rules.ts';

// Copies: Vitest looks up an import at each use, here millions of times.
const { evaluate, fromMoves, NEW_GAME, POSITIONS } = rules;
const { mayTake, Walk, winsOf } = reference;

describe('the first move', () => {
  const replies = (cells: number[]) => cells.map((cell) => evaluate(fromMoves([cell])));

  test('X wins by force within 11 plies from 1, 4, 7, 11 and 14', () => {
    expect(evaluate(NEW_GAME)).toEqual({ value: 'win', distance: 11 });
    for (const reply of replies([1, 4, 7, 11, 14])) expect(reply).toEqual({ value: 'loss', distance: 10 });
  });

  test('2, 3, 6, 9, 12 and 13 draw', () => {
    for (const reply of replies([2, 3, 6, 9, 12, 13])) expect(reply).toEqual({ value: 'draw', distance: 14 });
  });

  test('5, 10 and 15 lose', () => {
    for (const reply of replies([5, 10, 15])) expect(reply.value).toBe('win');
  });

  test('that is every cell but the locked one', () => {
    expect(POSITIONS.filter((cell) => mayTake(new Walk().board, cell))).toHaveLength(5 + 6 + 3);
  });
});

/**
 * Compares the solver with minimax without shortcuts on the reference implementation of the rules. The value of minimax is
 * 0 for a draw, otherwise 100 minus the moves to the end, positive when the side to move wins.
 */
test('value and distance of every reachable position equal those of brute force', () => {
  const walk = new Walk();
  const values = new Int8Array(3 ** 15);
  let compared = 0;

  function bestValue(mover: 'X' | 'O', x: number, o: number): number {
    if (!walk.isNew()) return values[walk.code]!;
    let best = -127;
    let free = 0;
    for (let cell = 1; cell <= 15; cell++) {
      if (walk.board[cell - 1] !== '.') continue;
      free++;
      if (!mayTake(walk.board, cell)) continue;
      walk.put(cell, mover);
      const bit = 1 << (cell - 1);
      best = Math.max(best, child(mover, mover === 'X' ? x | bit : x, mover === 'O' ? o | bit : o));
      walk.take(cell);
    }
    const { value, distance } = evaluate({ x, o });
    const solved = value === 'draw' ? 0 : value === 'win' ? 100 - distance : distance - 100;
    if (solved !== best || (value === 'draw' && distance !== free)) {
      throw new Error(`${walk.board.join('')}: ${value} in ${distance}, brute force says ${best}`);
    }
    compared++;
    return (values[walk.code] = best);
  }

  function child(mover: 'X' | 'O', x: number, o: number): number {
    if (winsOf(walk.board, mover).length > 0) return 99;
    if (!walk.board.includes('.')) return 0;
    const reply = bestValue(mover === 'X' ? 'O' : 'X', x, o);
    return reply === 0 ? 0 : -reply - Math.sign(-reply);
  }

  bestValue('X', 0, 0);
  expect(compared).toBe(2_154_326);
}, 120_000);
