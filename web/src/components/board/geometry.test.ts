import { LINES, POSITIONS, type Position } from '@fifteen/rules';
import { describe, expect, it } from 'vitest';
import { centre, diagonals, HEIGHT, linesWithin, adjacent, RULE_X, WIDTH } from './geometry.ts';

describe('the board as drawn', () => {
  it('has every cell inside the field, and column 5 alone beyond the brass rule', () => {
    for (const position of POSITIONS) {
      const { x, y } = centre(position);
      expect(x > 0 && x < WIDTH && y > 0 && y < HEIGHT).toBe(true);
      expect(x > RULE_X).toBe(position % 5 === 0);
    }
  });

  it('draws the four diagonals that count, none through the sealed column', () => {
    expect(diagonals.map((line) => line.positions.join('-'))).toEqual([
      '1-7-13',
      '2-8-14',
      '3-7-11',
      '4-8-12',
    ]);
  });

  it('finds each line among its own cells', () => {
    for (const line of LINES) expect(linesWithin(line.positions)).toContain(line);
    expect(linesWithin([3, 9, 15])).toEqual([]);
  });

  it('walks from every cell to every cell, and off no edge', () => {
    const seen = new Set<Position>([1]);
    for (const from of seen) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const to = adjacent(from, key);
        if (to === null) continue;
        const [a, b] = [centre(from), centre(to)];
        expect([a.x === b.x, a.y === b.y]).toContain(true);
        seen.add(to);
      }
    }
    expect(seen.size).toBe(15);
  });
});
