import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMove,
  chooseMove,
  DIFFICULTIES,
  legalMoves,
  NEW_GAME,
  replayAiWin,
  review,
  sideToMove,
  type Difficulty,
  type GameState,
  type Position,
} from '../../src/rules/index.ts';
import { games } from './games.ts';

describe('review', () => {
  test('a game, move by move', () => {
    const moves = review([1, 8, 3, 2, 7, 13, 11]);
    expect(moves.map(({ side }) => side).join('')).toBe('XOXOXOX');
    expect(moves[0]).toEqual({
      ply: 1,
      side: 'X',
      position: 1,
      before: { value: 'win', distance: 11 },
      after: { value: 'win', distance: 10 },
      best: [1, 4, 7, 11, 14],
      turningPoint: false,
    });
    // X lets the win go at ply 3 and gets it back at ply 6, when O overlooks its own line 2-8-14.
    expect(moves.filter(({ turningPoint }) => turningPoint).map(({ ply }) => ply)).toEqual([3, 6]);
    expect(moves[5]).toMatchObject({ before: { value: 'win', distance: 1 }, best: [14] });
    expect(moves[6]).toMatchObject({ best: [11], after: { value: 'win', distance: 0 } });
  });

  test('a best move keeps the value and comes one nearer; no move gains', () => {
    const rank = { loss: 0, draw: 1, win: 2 };
    fc.assert(
      fc.property(games, ({ moves, outcome }) => {
        const reviewed = review(moves);
        for (const { before, after, best, position, turningPoint } of reviewed) {
          expect(rank[after.value]).toBeLessThanOrEqual(rank[before.value]);
          expect(turningPoint).toBe(after.value !== before.value);
          const isKept = after.value === before.value && after.distance === before.distance - 1;
          expect(best.includes(position)).toBe(isKept);
        }
        const last = reviewed.at(-1)!;
        expect(last.after).toEqual({ value: outcome?.winner ? 'win' : 'draw', distance: 0 });
      }),
      { numRuns: 500 },
    );
  });

  test('an empty game has nothing to review, an illegal one is an error', () => {
    expect(review([])).toEqual([]);
    expect(() => review([8])).toThrow(RangeError);
  });
});

describe('the transcript of a win against the computer', () => {
  const arbitraryRun = fc.record({
    difficulty: fc.constantFrom(...DIFFICULTIES),
    numbers: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 15,
      maxLength: 15,
    }),
  });

  /** X plays as master, so that the strong levels are beaten too; O as the level. */
  function playAgainst(difficulty: Difficulty, numbers: readonly number[]): GameState {
    let state = NEW_GAME;
    for (const number of numbers) {
      if (state.outcome !== null) break;
      const level = sideToMove(state) === 'O' ? difficulty : 'master';
      state = applyMove(
        state,
        chooseMove(state, level, () => number),
      );
    }
    return state;
  }

  test('every honest win of X is accepted at its own level', () => {
    fc.assert(
      fc.property(arbitraryRun, ({ difficulty, numbers }) => {
        const { moves, outcome } = playAgainst(difficulty, numbers);
        expect(outcome?.winner).toBe('X');
        expect(replayAiWin(moves, difficulty)).toBe('ok');
        expect(replayAiWin(moves, 'easy')).toBe('ok');
        expect(replayAiWin(moves.slice(0, -1), difficulty)).toBe('not-won');
        expect(replayAiWin([...moves, 1], difficulty)).toBe('not-active');
      }),
      { numRuns: 500 },
    );
  });

  test('a reply changed for one that the level would not give is found', () => {
    let forged = 0;
    fc.assert(
      fc.property(arbitraryRun, fc.nat(6), fc.nat(14), ({ difficulty, numbers }, which, other) => {
        const { moves } = playAgainst(difficulty, numbers);
        const index = 1 + 2 * (which % Math.floor(moves.length / 2));
        let state = NEW_GAME;
        for (const position of moves.slice(0, index)) state = applyMove(state, position);
        const free = legalMoves(state);
        const reply = free[other % free.length] as Position;
        const possible = new Set(
          Array.from({ length: 99 }, (_, i) => chooseMove(state, difficulty, () => i / 99)),
        );
        if (possible.has(reply)) return;
        forged++;
        expect(replayAiWin([...moves.slice(0, index), reply], difficulty)).toBe('inconsistent-reply');
      }),
      { numRuns: 500 },
    );
    expect(forged).toBeGreaterThan(100);
  });

  test('the rules hold in it', () => {
    expect(replayAiWin([], 'easy')).toBe('not-won');
    expect(replayAiWin([8, 1], 'easy')).toBe('centre-locked');
    expect(replayAiWin([1, 1], 'easy')).toBe('occupied');
    expect(replayAiWin([1, 99], 'easy')).toBe('out-of-board');
    expect(replayAiWin([1, 2, 6, 3, 11], 'easy')).toBe('ok');
    expect(replayAiWin([1, 2, 6, 3, 11], 'medium')).toBe('inconsistent-reply');
    expect(replayAiWin([1, 2, 6, 3, 11], 'hard')).toBe('inconsistent-reply');
    // O wins with 2-7-12.
    expect(replayAiWin([1, 2, 3, 7, 4, 12], 'easy')).toBe('not-won');
  });

  test('anything else is an error without a throw', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(16), fc.double())),
        fc.constantFrom(...DIFFICULTIES),
        (moves, difficulty) => {
          if (replayAiWin(moves, difficulty) === 'ok') expect(moves.length % 2).toBe(1);
        },
      ),
    );
  });
});
