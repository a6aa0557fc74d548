import { expect, onTestFinished, test, vi } from 'vitest';
import { Leaderboards } from '../src/progress/leaderboards.ts';

test('is loaded again after a second, also when the wall clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn(async () => ({ rows: [] }));
  const leaderboards = new Leaderboards({
    clients: { leaderboard: { getWeeklyBoard: load, getAllTimeBoard: load } as never },
    profiles: { load: async () => undefined } as never,
  });
  for (let i = 0; i < 2; i += 1) await Promise.all([leaderboards.weekly(10), leaderboards.allTime(10)]);
  expect(load).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_001);
  await Promise.all([leaderboards.weekly(10), leaderboards.allTime(10)]);
  expect(load).toHaveBeenCalledTimes(4);
});
