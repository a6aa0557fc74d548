import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMove,
  columnOf,
  fromBoard,
  fromMoves,
  isPosition,
  legalMoves,
  LINES,
  linesThrough,
  NEW_GAME,
  nearMisses,
  opponentOf,
  outcomeOf,
  POSITIONS,
  replay,
  rowOf,
  sideToMove,
  toBoard,
  type GameState,
} from '../../src/rules/index.ts';
import { games, moveChoices } from './games.ts';

describe('the board', () => {
  test('has rows 1-5, 6-10, 11-15 and five columns', () => {
    expect(POSITIONS.map(rowOf)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
    expect(POSITIONS.map(columnOf)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
  });

  test('knows a position from everything else', () => {
    expect(POSITIONS.every(isPosition)).toBe(true);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isPosition(value)).toBe(POSITIONS.some((position) => position === value));
      }),
    );
    for (const value of [0, 16, -1, 1.5, NaN, Infinity, '1', null, undefined, [1]])
      expect(isPosition(value)).toBe(false);
  });

  test('has two sides', () => {
    expect([opponentOf('X'), opponentOf('O')]).toEqual(['O', 'X']);
  });
});

describe('the win lines', () => {
  test('are 5 horizontal, 5 vertical and 4 diagonal', () => {
    const by = Object.groupBy(LINES, ({ condition }) => condition);
    expect([by.horizontal?.length, by.vertical?.length, by.diagonal?.length]).toEqual([5, 5, 4]);
  });

  test('run through each cell as often as the board shows', () => {
    expect(POSITIONS.map((position) => linesThrough(position).length)).toEqual([
      3, 4, 4, 4, 2, 2, 4, 4, 2, 2, 3, 4, 4, 4, 2,
    ]);
    for (const position of POSITIONS) {
      for (const { positions } of linesThrough(position)) expect(positions).toContain(position);
    }
  });
});

describe('the end of a game', () => {
  test('several lines at once: all their cells win, the first direction names it', () => {
    // 13 completes the column 3-8-13 and the diagonal 1-7-13.
    expect(fromMoves([1, 2, 7, 5, 3, 4, 8, 6, 13]).outcome).toEqual({
      winner: 'X',
      condition: 'vertical',
      winningPositions: [1, 3, 7, 8, 13],
    });
    // 3 completes both fours of the top row.
    expect(fromMoves([1, 6, 2, 7, 4, 9, 5, 10, 3]).outcome).toEqual({
      winner: 'X',
      condition: 'horizontal',
      winningPositions: [1, 2, 3, 4, 5],
    });
  });

  test('a line on the last free cell is a win, a full board without one a draw', () => {
    const full = { '.': 0, X: 0, O: 0 };
    fc.assert(
      fc.property(games, ({ moves, outcome }) => {
        expect(outcome).not.toBeNull();
        if (moves.length === 15) full[outcome?.winner ?? '.']++;
        else expect(outcome?.winner).not.toBeNull();
      }),
      { numRuns: 2000 },
    );
    expect(full['.'] > 0 && full.X > 0).toBe(true);
    expect(full.O).toBe(0);
  });

  test('nothing can be played after it', () => {
    const ended = fromMoves([1, 2, 6, 3, 11]);
    expect(legalMoves(ended)).toEqual([]);
    expect(() => applyMove(ended, 4)).toThrow('not-active');
    expect(replay([1, 2, 6, 3, 11, 4])).toEqual({ ok: false, ply: 6, violation: 'not-active' });
  });
});

describe('moves and boards', () => {
  test('a list of moves gives back the game, its board and its masks', () => {
    fc.assert(
      fc.property(games, fc.nat(15), (game, plies) => {
        const state = fromMoves(game.moves.slice(0, plies));
        expect(state.moves).toEqual(game.moves.slice(0, plies));
        const board = toBoard(state);
        const wire = JSON.parse(JSON.stringify(board)) as Record<string, unknown>;
        const expected = state.moves.map((position, index) => [
          String(position),
          index % 2 === 0 ? 'X' : 'O',
        ]);
        expect(wire).toEqual(Object.fromEntries(expected));
        expect(fromBoard(wire)).toEqual({ x: state.x, o: state.o });
        expect(outcomeOf(fromBoard(wire))).toEqual(state.outcome);
        if (state.outcome === null) expect(sideToMove(state)).toBe(state.moves.length % 2 === 0 ? 'X' : 'O');
      }),
    );
  });

  test('a move changes nothing of the game it was made in', () => {
    fc.assert(
      fc.property(moveChoices, (numbers) => {
        const seen: [GameState, string][] = [];
        let state = NEW_GAME;
        for (const number of numbers) {
          const legal = legalMoves(state);
          if (legal.length === 0) break;
          seen.push([state, JSON.stringify(state)]);
          state = applyMove(state, legal[number % legal.length]!);
        }
        for (const [earlier, text] of seen) expect(JSON.stringify(earlier)).toBe(text);
      }),
    );
  });

  test('garbage in a list of moves is an error with its ply, without a throw', () => {
    expect(replay([8])).toEqual({ ok: false, ply: 1, violation: 'centre-locked' });
    expect(replay([1, 8, 8])).toEqual({ ok: false, ply: 3, violation: 'occupied' });
    expect(replay([1, 16])).toEqual({ ok: false, ply: 2, violation: 'out-of-board' });
    expect(() => fromMoves([1, 1])).toThrow('move 2: occupied');
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.double(), fc.nat(17))), (moves) => {
        const result = replay(moves);
        if (result.ok) expect(result.state.moves).toEqual(moves);
        else expect(replay(moves.slice(0, result.ply - 1)).ok).toBe(true);
      }),
    );
  });

  test('rejects a board that no game can reach', () => {
    for (const board of [{ 0: 'X' }, { 16: 'X' }, { '01': 'X' }, { a: 'X' }, { 1: 'x' }, { 1: null }]) {
      expect(() => fromBoard(board)).toThrow(RangeError);
    }
    expect(() => fromBoard({ 1: 'X', 2: 'x' })).toThrow('neither X nor O');
    expect(() => fromBoard({ 1: 'O' })).toThrow('in turn');
    expect(() => fromBoard({ 1: 'X', 2: 'X' })).toThrow('in turn');
  });
});

describe('near misses', () => {
  const cells = (moves: number[]) =>
    nearMisses(fromMoves(moves)).map(({ kind, positions }) => [kind, ...positions]);

  test('three in an edge row, four in the middle row, a diagonal into the sealed column', () => {
    expect(cells([1, 6, 2, 7, 3])).toEqual([['edge-row', 1, 2, 3]]);
    expect(cells([2, 6, 3, 7, 4])).toEqual([['edge-row', 2, 3, 4]]);
    expect(cells([3, 6, 4, 7, 5])).toEqual([['edge-row', 3, 4, 5]]);
    expect(cells([11, 6, 12, 7, 13])).toEqual([['edge-row', 11, 12, 13]]);
    expect(cells([12, 6, 13, 7, 14])).toEqual([['edge-row', 12, 13, 14]]);
    expect(cells([13, 6, 15, 7, 14])).toEqual([['edge-row', 13, 14, 15]]);
    expect(cells([6, 1, 7, 2, 9, 15, 8])).toEqual([['middle-row', 6, 7, 8, 9]]);
    expect(cells([7, 1, 8, 2, 9, 15, 10])).toEqual([['middle-row', 7, 8, 9, 10]]);
    expect(cells([3, 1, 9, 2, 15])).toEqual([['sealed-diagonal', 3, 9, 15]]);
    expect(cells([1, 5, 2, 9, 6, 13])).toEqual([['sealed-diagonal', 5, 9, 13]]);
  });

  test('only what the last move completed, and nothing when it won', () => {
    expect(cells([])).toEqual([]);
    expect(cells([1, 6, 2, 7, 3, 8])).toEqual([]);
    expect(cells([1, 6, 2, 7, 3, 8, 15])).toEqual([]);
    expect(cells([1, 6, 2, 7, 3, 8, 4])).toEqual([]);
  });

  test('are no lines, and hold no line', () => {
    fc.assert(
      fc.property(games, fc.nat(15), (game, plies) => {
        for (const { positions } of nearMisses(fromMoves(game.moves.slice(0, plies)))) {
          for (const line of LINES)
            expect(line.positions.every((cell) => positions.includes(cell))).toBe(false);
        }
      }),
    );
  });
});
