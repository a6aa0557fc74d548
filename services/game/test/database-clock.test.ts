import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DatabaseClock } from '../src/db/database-clock.ts';

/** Offset of the clock of the database in milliseconds. */
const OFFSET = 1_800_000_000_000;

/** Simulates a query at `requestedAt`: the request takes `there` ms, the response `back` ms. */
function query(
  clock: DatabaseClock,
  requestedAt: number,
  there: number,
  back: number,
  offset = OFFSET,
): number {
  clock.addSample(
    new Date(Math.floor(requestedAt + there + offset)),
    requestedAt,
    requestedAt + there + back,
  );
  return requestedAt + there + back;
}

const errorOf = (clock: DatabaseClock, at: number, offset = OFFSET): number =>
  Math.abs(clock.now(at).getTime() - (at + offset));

test('keeps the narrow bounds of a fast query after a slow one', () => {
  const clock = new DatabaseClock();
  query(clock, 1_000, 1, 1);
  const at = query(clock, 1_500, 400, 1);
  expect(errorOf(clock, at)).toBeLessThan(3);
});

test('follows a clock that was set at once', () => {
  const clock = new DatabaseClock();
  query(clock, 1_000, 1, 1);
  const at = query(clock, 1_500, 2, 2, OFFSET - 60_000);
  expect(errorOf(clock, at, OFFSET - 60_000)).toBeLessThan(4);
});

test('has an error of at most half of the fastest query and the drift', () => {
  const delay = fc.double({ min: 0, max: 500, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 20 }), (queries) => {
      const clock = new DatabaseClock();
      let at = 0;
      for (const [there, back] of queries) at = query(clock, at + 500, there, back);
      const fastest = Math.min(...queries.map(([there, back]) => there + back));
      expect(errorOf(clock, at)).toBeLessThanOrEqual((fastest + 1) / 2 + at * 0.000_5 + 1);
    }),
  );
});
