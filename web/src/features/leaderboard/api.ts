import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient } from '@/lib/queryClient.ts';

/** Refetch interval of a visible leaderboard (docs/spec/around-play.md#around-7.4); milliseconds. */
const REFETCH_INTERVAL_MS = 30_000;
const STALE_TIME_MS = 60_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

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
  // The dialog with all its rows renders when the minutes change, not with each second.
  const left = useSyncExternalStore(
    everySecond,
    () => end && Math.max(0, Math.floor((end - Date.now()) / MINUTE)),
  );
  if (left === undefined) return undefined;
  const hours = Math.floor(left / 60);
  return { days: Math.floor(hours / 24), hours: hours % 24, minutes: left % 60 };
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, SECOND);
  return () => clearInterval(timer);
}
