import { expect, test } from 'vitest';
import { signalsOf, suspicionsOf, type GameRecord } from '../src/domain/fair-play.ts';
import { DRAWN } from './harness.ts';

/** A game that X wins in eleven moves, without a mistake of either player. */
const PERFECT = [1, 3, 11, 6, 12, 7, 8, 4, 14, 2, 13];
const START = new Date('2026-03-02T12:00:00Z');
const FIRST_GAME = { recent: 1, withPair: 1 };

function game(
  positions: readonly number[],
  thoughtMs: readonly number[],
  rest: Partial<GameRecord> = {},
  auto: (ply: number) => boolean = () => false,
): GameRecord {
  let at = START.getTime();
  const moves = positions.map((position, index) => {
    at += thoughtMs[index % thoughtMs.length] ?? 0;
    return { position, auto: auto(index + 1), at: new Date(at) };
  });
  return { startedAt: START, moves, winner: 'X', ...rest };
}

test('measures thinking time from the opponent’s move to the player’s move', () => {
  const played = game([1, 2, 6, 3, 11], [1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(signalsOf(played, 'X').thoughtMs).toEqual([1_000, 3_000, 5_000]);
  expect(signalsOf(played, 'O').thoughtMs).toEqual([2_000, 4_000]);
});

test('ignores moves of the server', () => {
  const played = game([1, 2, 6, 3, 11], [1_000], {}, (ply) => ply === 2);
  expect(signalsOf(played, 'O').thoughtMs).toHaveLength(1);
});

test('counts a move as perfect when no other is better, and as a choice when another is worse', () => {
  // O does not block the column twice: the first time a block was possible, the second time it was necessary.
  const { choices, perfect } = signalsOf(game([1, 2, 6, 3, 11], [1_000]), 'O');
  expect(choices).toBeGreaterThan(perfect);
  const right = signalsOf(game(PERFECT, [1_000]), 'X');
  expect(right.choices).toBeGreaterThanOrEqual(4);
  expect(right.perfect).toBe(right.choices);
});

test('suspects a machine when perfect play is even or faster than a human, otherwise not', () => {
  const suspicionsFor = (thoughtMs: number[]) =>
    suspicionsOf(signalsOf(game(PERFECT, thoughtMs), 'X'), FIRST_GAME);
  expect(suspicionsFor([2_000])).toEqual(['machine']);
  expect(suspicionsFor([10, 10, 900, 10, 10])).toEqual(['machine']);
  expect(suspicionsFor([800, 9_000, 2_500, 1_200, 14_000])).toEqual([]);
});

test('counts no choice where all free cells are equally good', () => {
  // All six cells of O's last move lose, and the last cell of a full board is the only one.
  expect(signalsOf(game(PERFECT, [1_000]), 'O')).toMatchObject({ choices: 4, perfect: 4 });
  expect(signalsOf(game(DRAWN, [1_000], { winner: null }), 'X').choices).toBe(7);
});

test('suspects a machine from the fourth choice on', () => {
  const suspicionsFor = (choices: number, thoughtMs = [2_000, 2_000]) =>
    suspicionsOf({ choices, perfect: choices, quickLoss: false, thoughtMs }, FIRST_GAME);
  expect(suspicionsFor(3)).toEqual([]);
  expect(suspicionsFor(4)).toEqual(['machine']);
  // A mean of 700 ms is human, and so is a deviation of 0.3 of the mean.
  expect(suspicionsFor(4, [350, 1_050])).toEqual([]);
  expect(suspicionsFor(4, [349, 1_049])).toEqual(['machine']);
  expect(suspicionsFor(4, [700, 1_300])).toEqual([]);
  expect(suspicionsFor(4, [701, 1_299])).toEqual(['machine']);
});

test('does not suspect a machine when even play contains a mistake', () => {
  const signals = signalsOf(game([1, 2, 6, 3, 11], [2_000]), 'O');
  expect(suspicionsOf({ ...signals, choices: 5, perfect: 4 }, FIRST_GAME)).not.toContain('machine');
});

test('suspects a thrown game of a player who loses within six moves, also by leaving', () => {
  const quick = (moves: number[], side: 'X' | 'O') =>
    suspicionsOf(signalsOf(game(moves, [800, 9_000, 2_500]), side), FIRST_GAME).includes('thrown');
  expect(quick([1, 2, 6, 3, 11], 'O')).toBe(true);
  expect(quick([1, 2, 6, 3, 11], 'X')).toBe(false);
  expect(quick([], 'O')).toBe(true);
  expect(quick(PERFECT, 'O')).toBe(false);
  const lostWith = (moves: number[]) => signalsOf(game(moves, [800], { winner: 'O' }), 'X').quickLoss;
  expect(lostWith([1, 2, 3, 7, 5, 12])).toBe(true);
  expect(lostWith([1, 2, 3, 7, 5, 13, 15])).toBe(false);
  const drawn = signalsOf(game([1, 2], [800], { winner: null }), 'O');
  expect(drawn.quickLoss).toBe(false);
});

test.each([
  [9, 9, false],
  [10, 7, false],
  [10, 8, true],
  [20, 14, false],
  [20, 15, true],
])('of %i games for coins %i with one opponent: a pair is %s', (recent, withPair, expected) => {
  const signals = signalsOf(game(PERFECT, [800, 9_000, 2_500]), 'O');
  expect(suspicionsOf(signals, { recent, withPair }).includes('pair')).toBe(expected);
});
