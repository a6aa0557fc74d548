import { expect, test } from 'vitest';
import { signalsOf, suspicionsOf, type GameRecord } from '../src/domain/fair-play.ts';

/** A game that X wins in eleven moves, both without a mistake. */
const PERFECT = [1, 3, 11, 6, 12, 7, 8, 4, 14, 2, 13];
const START = new Date('2026-03-02T12:00:00Z');
const ALONE = { recent: 1, withPair: 1 };

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

test('thought is what passed between the other’s move and one’s own', () => {
  const played = game([1, 2, 6, 3, 11], [1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(signalsOf(played, 'X').thoughtMs).toEqual([1_000, 3_000, 5_000]);
  expect(signalsOf(played, 'O').thoughtMs).toEqual([2_000, 4_000]);
});

test('moves that the server made are nobody’s', () => {
  const played = game([1, 2, 6, 3, 11], [1_000], {}, (ply) => ply === 2);
  expect(signalsOf(played, 'O').thoughtMs).toHaveLength(1);
});

test('a move is perfect when nothing surpasses it, and a choice when something is worse', () => {
  // O leaves the column open twice: the first time it could still be closed, the second time it had to be.
  const { choices, perfect } = signalsOf(game([1, 2, 6, 3, 11], [1_000]), 'O');
  expect(choices).toBeGreaterThan(perfect);
  const right = signalsOf(game(PERFECT, [1_000]), 'X');
  expect(right.choices).toBeGreaterThanOrEqual(4);
  expect(right.perfect).toBe(right.choices);
});

test('perfect play looks like a machine’s when it is even, or faster than anybody reads; else it is good play', () => {
  const looks = (thoughtMs: number[]) => suspicionsOf(signalsOf(game(PERFECT, thoughtMs), 'X'), ALONE);
  expect(looks([2_000])).toEqual(['machine']);
  expect(looks([10, 10, 900, 10, 10])).toEqual(['machine']);
  expect(looks([800, 9_000, 2_500, 1_200, 14_000])).toEqual([]);
});

test('even play with a mistake in it is no machine’s', () => {
  const signals = signalsOf(game([1, 2, 6, 3, 11], [2_000]), 'O');
  expect(suspicionsOf({ ...signals, choices: 5, perfect: 4 }, ALONE)).not.toContain('machine');
});

test('a game is thrown by who loses it within six moves, by leaving too', () => {
  const quick = (moves: number[], side: 'X' | 'O') =>
    suspicionsOf(signalsOf(game(moves, [800, 9_000, 2_500]), side), ALONE).includes('thrown');
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
