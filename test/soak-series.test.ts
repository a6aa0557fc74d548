import { describe, expect, test } from 'vitest';
import { sumIn } from '../scripts/bench/metrics.ts';
import { soakFailures, type Soak } from '../scripts/bench/soak-limits.ts';
import { SoakSeries, type Judgement } from '../scripts/bench/soak-series.ts';

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
    ).toBe('flat');
  });

  test('is unclear where games wait so irregularly that one more would not show', () => {
    expect(
      seriesOf(
        'games',
        samples((index) => 30 * noise(index)),
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
        samples((index) => 5_000 + 1_000 * noise(index)),
      ).judge().verdict,
    ).toBe('unclear');
    expect(seriesOf('MiB', [1, 2]).judge().verdict).toBe('unclear');
  });

  // 90 minutes.
  const heap = (size: number, growth: number) =>
    seriesOf(
      'live MiB',
      samples((index) => size + (growth * index) / length),
    ).judge().verdict;

  test('allows a large live heap a share of its size in an hour', () => {
    expect(heap(200, 2)).toBe('flat');
    expect(heap(200, 4)).toBe('grows');
  });

  test('allows a small live heap half a MiB an hour', () => {
    expect(heap(21, 0.6)).toBe('flat');
    expect(heap(21, 0.9)).toBe('grows');
  });

  test.each(['rows', 'events'])('notices %s of which none is handled any more', (unit) => {
    // Half a row a second, which a job deletes once a minute, and which it leaves alone from the middle on.
    const waiting = (index: number) => (index < length / 2 ? 5 * (index % 6) : 5 * (index - length / 2));
    expect(
      seriesOf(
        unit,
        samples((index) => 5 * (index % 6)),
      ).judge().verdict,
    ).toBe('flat');
    expect(seriesOf(unit, samples(waiting)).judge().verdict).toBe('grows');
  });
});

describe('a value that cannot be seen', () => {
  test('is unseen when more than a tenth of its samples are missing', () => {
    const missing = (count: number) => samples((index) => (index < count ? Number.NaN : 1));
    expect(seriesOf('events', missing(50)).judge()).toMatchObject({ verdict: 'flat', missing: 50 });
    expect(seriesOf('events', missing(60)).judge()).toMatchObject({ verdict: 'unseen', missing: 60 });
  });

  test.each(['MiB', 'live MiB'])('is unseen as 0 %s, for no process is that small', (unit) => {
    expect(
      seriesOf(
        unit,
        Array.from({ length }, () => 0),
      ).judge(),
    ).toMatchObject({ verdict: 'unseen' });
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

describe('the sum of a metric', () => {
  const page = (value: string) => `# TYPE fifteen_a gauge\nfifteen_a{state="b"} ${value}\nfifteen_ab 7\n`;

  test('is that of all series in all pages', () => {
    expect(sumIn(['fifteen_b 1\n', page('2'), page('3')], 'fifteen_a')).toBe(5);
  });

  test('is NaN while a process cannot read its value', () => {
    expect(sumIn([page('2'), page('NaN')], 'fifteen_a')).toBeNaN();
  });

  test('fails for a metric that no process has', () => {
    expect(() => sumIn([page('2')], 'fifteen_gone')).toThrow('fifteen_gone');
  });
});

describe('a soak', () => {
  const judgement = (verdict: Judgement['verdict']): Judgement => ({
    ...{ mean: 1, slope: 0, error: 0, missing: 0 },
    verdict,
  });
  const failuresOf = (changed: Partial<Soak>): string[] =>
    soakFailures({
      ...{ minutes: 120, rate: 100, games: 47_729, rejected: 0 },
      judgements: new Map([['sockets', judgement('flat')]]),
      pids: { before: { game: 7, nats: 9 }, after: { game: 7, nats: 9 } },
      ...changed,
    });
  const withVerdict = (verdict: Judgement['verdict'], minutes: number): string[] =>
    failuresOf({
      ...{ minutes, games: 400 * minutes },
      judgements: new Map([['sockets', judgement(verdict)]]),
    });

  test('holds when nothing grows', () => {
    expect(failuresOf({})).toEqual([]);
  });

  test('fails for growth and for what it cannot see, however short it is', () => {
    expect(withVerdict('grows', 14)).toEqual(['sockets: grows']);
    expect(withVerdict('unseen', 14)).toEqual(['sockets: unseen']);
  });

  test('may be unclear only when it is shorter than two hours', () => {
    expect(withVerdict('unclear', 119)).toEqual([]);
    expect(withVerdict('unclear', 120)).toEqual(['sockets: unclear']);
  });

  test('fails without samples', () => {
    expect(failuresOf({ judgements: new Map() })).toEqual(['no sample was taken']);
  });

  test('fails when a process was replaced', () => {
    const before = { game: 7, nats: 9, room: 11 };
    expect(failuresOf({ pids: { before, after: { game: 8, nats: 9 } } })).toEqual([
      'game has restarted',
      'room has restarted',
    ]);
  });

  test('fails when more than one in a thousand games has a rejected message', () => {
    expect(failuresOf({ games: 47_000, rejected: 47 })).toEqual([]);
    expect(failuresOf({ games: 47_000, rejected: 48 })).toEqual(['48 messages and guests were rejected']);
  });

  test('fails when it played less than nine tenths of the games of its rate', () => {
    expect(failuresOf({ games: 43_000 })).toEqual(['43000 games instead of 48000']);
  });
});
