import { describe, expect, test } from 'vitest';
import { SoakSeries } from '../scripts/bench/soak-series.ts';

/** Returns a series with a sample every 10 s. */
function seriesOf(unit: string, values: readonly number[]): SoakSeries {
  const series = new SoakSeries(unit);
  values.forEach((value, index) => series.add(index * 10, value));
  return series;
}

const length = 540;
const samples = (valueAt: (index: number) => number) => Array.from({ length }, (_, index) => valueAt(index));
const noise = (index: number) => (index % 3) - 1;

describe('the verdict', () => {
  test.each(['dead letters', 'games'])('does not allow one more of the %s', (unit) => {
    expect(
      seriesOf(
        unit,
        samples(() => 1),
      ).judge().verdict,
    ).toBe('flat');
    expect(
      seriesOf(
        unit,
        samples((index) => (index < 500 ? 0 : 1)),
      ).judge().verdict,
    ).toBe('grows');
  });

  test('does not take games that wait for a moment for growth', () => {
    expect(
      seriesOf(
        'games',
        samples((index) => (index % 7 === 0 ? 2 : 0)),
      ).judge().verdict,
    ).toBe('unclear');
  });

  test('allows events to wait, up to a number', () => {
    expect(
      seriesOf(
        'events',
        samples((index) => index / 12 + noise(index)),
      ).judge().verdict,
    ).toBe('flat');
    expect(
      seriesOf(
        'events',
        samples((index) => index / 9 + noise(index)),
      ).judge().verdict,
    ).toBe('grows');
  });

  test('is unclear where noise hides more than is allowed, and without samples', () => {
    expect(
      seriesOf(
        'MiB',
        samples((index) => 1_000 * noise(index)),
      ).judge().verdict,
    ).toBe('unclear');
    expect(seriesOf('MiB', [1, 2]).judge().verdict).toBe('unclear');
  });

  test('allows a live heap a share of its size in an hour', () => {
    // 90 minutes: 1.5 % of 200 MiB are 3.
    const heapWith = (growth: number) => samples((index) => 200 + (growth * index) / length);
    expect(seriesOf('live MiB', heapWith(2)).judge().verdict).toBe('flat');
    expect(seriesOf('live MiB', heapWith(4)).judge().verdict).toBe('grows');
  });
});

test('a sample without a value is counted, and hides no growth', () => {
  const series = seriesOf(
    'dead letters',
    samples((index) => (index === 100 ? Number.NaN : Number(index > 300))),
  );
  expect(series.judge()).toMatchObject({ verdict: 'grows', missing: 1 });
});

test('a live heap that was not collected since the last sample adds none', () => {
  expect(seriesOf('live MiB', [5, 5, 5, 6]).values).toEqual([5, 6]);
  expect(seriesOf('MiB', [5, 5, 5, 6]).values).toEqual([5, 5, 5, 6]);
});
