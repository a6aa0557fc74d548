import { fromMoves, legalMoves, NEW_GAME, review } from '@fifteen/domain';
import { describe, expect, it } from 'vitest';
import {
  accuracy,
  cellsToMark,
  delayOf,
  isTurningPoint,
  judgementOf,
  balanceOf,
  stateAt,
  positionValues,
} from '../model/judgement.ts';

/** X loses the win with 2 and the draw with 4; O wins with 8 and 11, where 11 was faster. */
const LOST = [1, 7, 2, 3, 4, 8, 14, 11];
const DRAW = [1, 2, 3, 6, 5, 4, 7, 8, 9, 11, 10, 13, 12, 15, 14];

describe('what a game was worth', () => {
  const moves = review(LOST);
  const values = positionValues(moves);

  it('has a value for every position, by side and not by mover', () => {
    expect(values).toHaveLength(LOST.length + 1);
    expect(values[0]).toEqual({ winner: 'X', distance: 11 });
    expect(values[3]).toMatchObject({ winner: null });
    expect(values[5]).toMatchObject({ winner: 'O' });
    expect(values.at(-1)).toEqual({ winner: 'O', distance: 0 });
  });

  it('changes hands at the turning points, and only there', () => {
    moves.forEach((move, index) => {
      const changed = values[index]?.winner !== values[index + 1]?.winner;
      expect(isTurningPoint(judgementOf(move)), `move ${index + 1}`).toBe(changed);
    });
    expect(moves.map(judgementOf).filter(isTurningPoint)).toEqual(['wonToDraw', 'drawToLost']);
  });

  it('counts by how much a win came late', () => {
    expect(judgementOf(moves[5]!)).toBe('slower');
    expect(delayOf(moves[5]!)).toBe(2);
    expect(delayOf(moves[7]!)).toBe(0);
  });

  it('counts the best moves of each side', () => {
    expect(accuracy(moves, 'O')).toEqual({ best: 3, total: 4 });
    expect(accuracy(moves, 'X')).toEqual({ best: 2, total: 4 });
    expect(accuracy([], 'X')).toEqual({ best: 0, total: 0 });
  });

  it('leans further the nearer the end is, and not at all for a draw', () => {
    const leans = values.map(balanceOf);
    expect(leans[0]).toBeGreaterThan(0);
    expect(leans[2]).toBeGreaterThan(leans[0]!);
    expect(leans[3]).toBe(0);
    expect(leans.at(-1)).toBe(-1);
  });

  it('is nothing without moves', () => expect(positionValues([])).toEqual([]));

  it('calls a whole drawn game by its last position', () => {
    expect(positionValues(review(DRAW)).at(-1)).toEqual({ winner: null, distance: 0 });
  });
});

describe('what is pointed out', () => {
  it('is the best cells, but not when every open cell is as good', () => {
    expect(cellsToMark(NEW_GAME, [1, 4, 7, 11, 14])).toEqual([1, 4, 7, 11, 14]);
    expect(cellsToMark(NEW_GAME, legalMoves(NEW_GAME))).toEqual([]);
    const last = fromMoves(DRAW.slice(0, -1));
    expect(cellsToMark(last, [14])).toEqual([14]);
  });

  it('belongs to the position that is looked at', () => {
    const game = fromMoves(LOST);
    expect(stateAt(game, 0)).toEqual(NEW_GAME);
    expect(stateAt(game, 3).moves).toEqual([1, 7, 2]);
    expect(stateAt(game, LOST.length)).toEqual(game);
  });
});
