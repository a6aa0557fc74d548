import { describe, expect, test } from 'vitest';
import { DAY_MS, endOf, weekName, weekAfter, startOf, weekOf } from '../src/domain/week.ts';

const named = (instant: string): string => weekName(weekOf(new Date(instant)));

test.each([
  ['2026-12-31T00:00:00Z', '2026-W53'],
  ['2027-01-03T23:59:59.999Z', '2026-W53'],
  ['2027-01-04T00:00:00Z', '2027-W01'],
  ['2024-12-30T00:00:00Z', '2025-W01'],
  ['2024-12-29T23:59:59.999Z', '2024-W52'],
  ['2026-11-22T23:59:59.999Z', '2026-W47'],
  ['2026-11-23T00:00:00.000Z', '2026-W48'],
])('%s is in %s', (instant, week) => expect(named(instant)).toBe(week));

test('2026, 2032 and 2037 have 53 weeks, the years around them 52', () => {
  const last = (year: number): number => weekOf(new Date(Date.UTC(year, 11, 28))).number;
  const years = Array.from({ length: 20 }, (_, i) => 2020 + i);
  expect(years.filter((year) => last(year) === 53)).toEqual([2020, 2026, 2032, 2037]);
  expect(years.every((year) => last(year) >= 52)).toBe(true);
});

/** Reference implementation of ISO 8601, by calendar dates and without the code under test. */
function reference(at: Date): { year: number; number: number } {
  const day = new Date(at);
  const weekday = (date: Date): number => ((date.getUTCDay() + 6) % 7) + 1;
  day.setUTCDate(day.getUTCDate() + 4 - weekday(day));
  const year = day.getUTCFullYear();
  const ordinal = Math.floor((day.getTime() - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
  return { year, number: Math.ceil(ordinal / 7) };
}

describe('in the twenty years from 2020', () => {
  const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2040, 11, 31)];

  test('every day, and a million instants between, are in the week of the reference', () => {
    const wrong: string[] = [];
    const check = (ms: number): void => {
      const at = new Date(ms);
      const [actual, expected] = [weekOf(at), reference(at)];
      if (actual.year !== expected.year || actual.number !== expected.number) wrong.push(at.toISOString());
    };
    for (let day = from; day <= to; day += DAY_MS) for (const ms of [0, 1, DAY_MS - 1]) check(day + ms);
    for (let i = 0; i < 1_000_000; i += 1) check(from + ((i * 2_654_435_761) % (to - from)));
    expect(wrong).toEqual([]);
  });

  test('each week begins where the one before ends, on a Monday at midnight', () => {
    let week = weekOf(new Date(from));
    for (; startOf(week).getTime() < to; week = weekAfter(week)) {
      const start = startOf(week);
      expect([start.getUTCDay(), start.getTime() % DAY_MS]).toEqual([1, 0]);
      expect([weekOf(start), weekOf(new Date(endOf(week).getTime() - 1))]).toEqual([week, week]);
      expect(startOf(weekAfter(week))).toEqual(endOf(week));
    }
  });
});
