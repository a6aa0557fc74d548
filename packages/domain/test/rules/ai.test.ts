import { Random } from '@fifteen/testkit/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMove,
  chooseMove,
  DIFFICULTIES,
  evaluate,
  fromMoves,
  legalMoves,
  NEW_GAME,
  sideToMove,
  type Difficulty,
  type GameState,
  type Position,
} from '../../src/rules/index.ts';

/** Returns a repeatable source of numbers in [0, 1). */
function seeded(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next();
}

function play(levels: Record<'X' | 'O', Difficulty>, random: () => number): GameState {
  let state = NEW_GAME;
  while (state.outcome === null)
    state = applyMove(state, chooseMove(state, levels[sideToMove(state)], random));
  return state;
}

/** The cells where `side` would win at once, found by trying each. */
function winsAtOnce(state: GameState, side: 'X' | 'O'): Position[] {
  return legalMoves(state).filter((cell) => {
    const ownMoves = state.moves.filter((_, index) => (index % 2 === 0 ? 'X' : 'O') === side);
    return LINES_AS_TEXT.some((line) =>
      line.every((each) => each === cell || ownMoves.includes(each as Position)),
    );
  });
}

const LINES_AS_TEXT = '1234 2345 6789A BCDE CDEF 16B 27C 38D 49E 5AF 17D 28E 37B 48C'
  .split(' ')
  .map((line) => [...line].map((digit) => parseInt(digit, 16)));

/** What each level may play, said as the specification says it. */
function specified(state: GameState, level: Difficulty): Position[] {
  const side = sideToMove(state);
  const free = legalMoves(state);
  if (level === 'easy') return free;
  const wins = winsAtOnce(state, side);
  if (wins.length > 0) return wins;
  const blocks = winsAtOnce(state, side === 'X' ? 'O' : 'X');
  if (blocks.length > 0) return blocks;
  if (level === 'medium') return free;
  for (const cell of [8, 1, 3, 11, 13, 7, 9] as const) if (free.includes(cell)) return [cell];
  return free;
}

describe.each(['easy', 'medium', 'hard'] as const)('%s', (level) => {
  test('follows its policy through 10,000 games, and uses all of it', () => {
    const random = seeded(15);
    const played = new Set<string>();
    for (let game = 0; game < 10_000; game++) {
      const levels = { X: DIFFICULTIES[game % 3]!, O: level };
      let state = NEW_GAME;
      while (state.outcome === null) {
        const own = levels[sideToMove(state)] === level;
        const cell = chooseMove(state, levels[sideToMove(state)], random);
        if (own) {
          const allowed = specified(state, level);
          if (!allowed.includes(cell))
            throw new Error(`${level} played ${cell} after ${state.moves.join(' ')}`);
          if (state.moves.length === 1) played.add(`${state.moves[0]}-${cell}`);
        }
        state = applyMove(state, cell);
      }
    }
    const firstReplies = level === 'hard' ? 14 : 14 * 14;
    expect(played.size).toBe(firstReplies);
  });

  test('opens a game as X without the locked centre', () => {
    const random = seeded(1);
    const openings = new Set(Array.from({ length: 1000 }, () => chooseMove(NEW_GAME, level, random)));
    expect(openings.has(8)).toBe(false);
    expect(openings.size).toBe(level === 'hard' ? 1 : 14);
  });
});

test('each level beats the one below it more often than it loses', () => {
  for (const [stronger, weaker] of [
    ['medium', 'easy'],
    ['hard', 'medium'],
    ['master', 'hard'],
  ] as const) {
    const random = seeded(7);
    let balance = 0;
    for (let game = 0; game < 1000; game++) {
      const side = game % 2 === 0 ? 'X' : 'O';
      const levels = { X: side === 'X' ? stronger : weaker, O: side === 'O' ? stronger : weaker };
      const winner = play(levels, random).outcome?.winner;
      if (winner) balance += winner === side ? 1 : -1;
    }
    expect(balance, `${stronger} against ${weaker}`).toBeGreaterThan(50);
  }
});

describe('master', () => {
  test('as X it always wins, within 11 plies', () => {
    const random = seeded(3);
    for (let game = 0; game < 3000; game++) {
      const end = play({ X: 'master', O: DIFFICULTIES[game % 4]! }, random);
      expect(end.outcome?.winner).toBe('X');
      expect(end.moves.length).toBeLessThanOrEqual(11);
    }
  });

  test('as O it never lets go of a draw or a win', () => {
    const random = seeded(4);
    for (let game = 0; game < 3000; game++) {
      let state = NEW_GAME;
      while (state.outcome === null) {
        const side = sideToMove(state);
        const before = evaluate(state);
        state = applyMove(
          state,
          chooseMove(state, side === 'O' ? 'master' : DIFFICULTIES[game % 3]!, random),
        );
        if (side === 'X') continue;
        const expectedValue = { win: 'loss', draw: 'draw', loss: 'win' }[before.value];
        expect(evaluate(state)).toEqual({ value: expectedValue, distance: before.distance - 1 });
      }
    }
  });
});

describe('the draw of a cell', () => {
  test('takes whatever the source gives in [0, 1), from the first cell to the last', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number) => {
        const cell = chooseMove(fromMoves([1]), 'easy', () => number);
        expect(cell).toBe(2 + Math.floor(number * 14));
      }),
    );
  });

  test('throws for a source outside its range, and for a finished game', () => {
    expect(() => chooseMove(NEW_GAME, 'easy', () => 1)).toThrow(RangeError);
    expect(() => chooseMove(NEW_GAME, 'easy', () => -0.1)).toThrow(RangeError);
    expect(() => chooseMove(fromMoves([1, 2, 6, 3, 11]), 'easy', () => 0)).toThrow(/ended/);
  });
});
