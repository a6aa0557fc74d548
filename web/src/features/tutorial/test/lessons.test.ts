import { LINES, outcomeOf, POSITIONS } from '@fifteen/domain';
import { describe, expect, it } from 'vitest';
import { tryMove, lessons, marksOf, winOf } from '../model/lessons.ts';

const occupied = ({ x, o }: (typeof lessons)[number]) => [...x, ...o];
const isLine = (cells: readonly number[]) =>
  LINES.some(({ positions }) => String(positions) === String(cells));

describe.each(lessons)('the lesson $key', (lesson) => {
  it('begins with a game that is on, X to move', () => {
    expect(lesson.x).toHaveLength(lesson.o.length);
    expect(new Set(occupied(lesson)).size).toBe(lesson.x.length + lesson.o.length);
    expect(outcomeOf(marksOf(lesson))).toBeNull();
  });

  it('is solved by exactly the moves that win, or by any open one where nothing is to be won', () => {
    const free = POSITIONS.filter((cell) => !occupied(lesson).includes(cell));
    const solving = free.filter((cell) => tryMove(lesson, cell) === 'solved');
    const winning = free.filter((cell) => winOf(lesson, cell));
    if (lesson.goal) expect(solving).toEqual(winning);
    else expect(winning).toEqual([]);
    expect(solving.length).toBeGreaterThan(0);
  });

  it('rejects what is taken', () => {
    for (const cell of occupied(lesson)) expect(tryMove(lesson, cell)).toBe('occupied');
  });
});

describe('the lessons', () => {
  it('lock cell 8 on the empty board only', () => {
    expect(lessons.filter((lesson) => tryMove(lesson, 8) === 'centre-locked').map(({ key }) => key)).toEqual([
      'lock',
    ]);
  });

  it('distinguish the false diagonal from other misses', () => {
    const diagonal = lessons.find(({ key }) => key === 'diagonal')!;
    expect(tryMove(diagonal, 15)).toBe('trap');
    expect(tryMove(diagonal, 1)).toBe('missed');
    expect(isLine([3, 9, 15])).toBe(false);
    expect(isLine([3, 7, 11])).toBe(true);
  });

  it('show a four on an edge, the whole middle row, a column and a diagonal', () => {
    const shown = lessons.flatMap((lesson) => (lesson.goal ? [winOf(lesson, lesson.goal[0]!)] : []));
    expect(shown.map((win) => win?.winningPositions)).toEqual([
      [1, 2, 3, 4],
      [6, 7, 8, 9, 10],
      [5, 10, 15],
      [3, 7, 11],
    ]);
  });
});
