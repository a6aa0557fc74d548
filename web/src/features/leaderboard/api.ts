import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient } from '@/lib/queryClient.ts';
import { useNow } from '@/lib/useNow.ts';

/** Refetch interval of a visible leaderboard (docs/spec/around-play.md#around-7.4); milliseconds. */
const REFETCH_INTERVAL_MS = 30_000;
const STALE_TIME_MS = 60_000;
const SECOND = 1_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The top of the running week. */
export const useWeekly = () =>
  useQuery({
    queryKey: ['leaderboard', 'weekly'],
    queryFn: () => api.leaderboard.weekly(),
    staleTime: STALE_TIME_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
    ...failsOffline,
  });

/** The top of all time. */
export const useAllTime = () =>
  useQuery({
    queryKey: ['leaderboard', 'all-time'],
    queryFn: () => api.leaderboard.allTime(),
    staleTime: STALE_TIME_MS,
    ...failsOffline,
  });

/** Refetches the leaderboards when they are next shown: a game has changed them. */
export const refreshBoards = (): void => void queryClient.invalidateQueries({ queryKey: ['leaderboard'] });

interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * Returns the time left of the running week; undefined while unknown. It is fetched once a minute and counted down here
 * (docs/adr/0038).
 */
export function useTimeLeft(): TimeLeft | undefined {
  const { data: end } = useQuery({
    queryKey: ['leaderboard', 'time-left'],
    queryFn: async () => {
      const { days, hours, minutes, seconds } = await api.leaderboard.timeLeft();
      // By the clock of the server, not of this device.
      const left = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      return Date.now() + left * SECOND;
    },
    staleTime: STALE_TIME_MS,
    refetchInterval: STALE_TIME_MS,
  });
  const now = useNow(SECOND);
  if (end === undefined) return undefined;
  const seconds = Math.max(0, Math.floor((end - now) / SECOND));
  return {
    days: Math.floor(seconds / DAY),
    hours: Math.floor((seconds % DAY) / HOUR),
    minutes: Math.floor((seconds % HOUR) / MINUTE),
  };
}
