import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DatabaseClock } from '../src/db/database-clock.ts';

/** The database's clock is so far before the process's. */
const OFFSET = 1_800_000_000_000;

/** Looks at a clock: asked at `asked`, it looked after `there` ms, and the answer took `back` ms. */
function look(clock: DatabaseClock, asked: number, there: number, back: number, offset = OFFSET): number {
  clock.set(new Date(Math.floor(asked + there + offset)), asked, asked + there + back);
  return asked + there + back;
}

const errorOf = (clock: DatabaseClock, at: number, offset = OFFSET): number =>
  Math.abs(clock.now(at).getTime() - (at + offset));

test('a look that waited long does not move what a fast one said', () => {
  const clock = new DatabaseClock();
  look(clock, 1_000, 1, 1);
  const at = look(clock, 1_500, 400, 1);
  expect(errorOf(clock, at)).toBeLessThan(3);
});

test('a clock that was set is followed at once', () => {
  const clock = new DatabaseClock();
  look(clock, 1_000, 1, 1);
  const at = look(clock, 1_500, 2, 2, OFFSET - 60_000);
  expect(errorOf(clock, at, OFFSET - 60_000)).toBeLessThan(4);
});

test('after any looks the error is at most half of the fastest, and what clocks drift', () => {
  const delay = fc.double({ min: 0, max: 500, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 20 }), (looks) => {
      const clock = new DatabaseClock();
      let at = 0;
      for (const [there, back] of looks) at = look(clock, at + 500, there, back);
      const fastest = Math.min(...looks.map(([there, back]) => there + back));
      expect(errorOf(clock, at)).toBeLessThanOrEqual((fastest + 1) / 2 + at * 0.000_5 + 1);
    }),
  );
});
