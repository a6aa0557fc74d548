import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { useTimeLeft } from '../api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  const left = { days: 2, hours: 4, minutes: 31, seconds: 30, endsAt: '2026-11-23T00:00:00Z' };
  vi.stubGlobal('fetch', async () => Response.json(left));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('renders the leaderboard when the minutes left change, and not each second', async () => {
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useTimeLeft();
    },
    { wrapper: Around },
  );
  await advanceTime(100);
  expect(result.current).toEqual({ days: 2, hours: 4, minutes: 31 });
  const before = renders;
  await advanceTime(29_000);
  expect(renders).toBe(before);
  await advanceTime(2_000);
  expect(result.current).toEqual({ days: 2, hours: 4, minutes: 30 });
  expect(renders).toBe(before + 1);
});
