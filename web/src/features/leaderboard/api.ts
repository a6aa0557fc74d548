import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useNow } from '@/lib/useNow.ts';

/** While a board is looked at, it is asked for so often (docs/spec/around-play.md#around-7.4). */
const EVERY = 30_000;
const FRESH = 60_000;
const SECOND = 1_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The best of the running week. */
export const useWeekly = () =>
  useQuery({
    queryKey: ['leaderboard', 'weekly'],
    queryFn: () => api.leaderboard.weekly(),
    staleTime: FRESH,
    refetchInterval: EVERY,
    retry: 3,
  });

/** The best of all time. */
export const useAllTime = () =>
  useQuery({
    queryKey: ['leaderboard', 'all-time'],
    queryFn: () => api.leaderboard.allTime(),
    staleTime: FRESH,
  });

/** Asks for the boards again when they are next looked at: a game has changed them. */
export const refreshBoards = (): void => void queryClient.invalidateQueries({ queryKey: ['leaderboard'] });

interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
}

/**
 * Returns how long the running week lasts, undefined until that is known. It is fetched once a minute and counted down here
 * (docs/adr/0038).
 */
export function useTimeLeft(): TimeLeft | undefined {
  const { data: end } = useQuery({
    queryKey: ['leaderboard', 'time-left'],
    queryFn: async () => {
      const { days, hours, minutes, seconds } = await api.leaderboard.timeLeft();
      // By the server's clock, not by this device's.
      const left = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      return Date.now() + left * SECOND;
    },
    staleTime: FRESH,
    refetchInterval: FRESH,
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
