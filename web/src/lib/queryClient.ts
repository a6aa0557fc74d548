import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';

const MINUTE = 60_000;

/** Every server fact lives here; the figures are those of core-of-play 9 (data queries). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      // What was refused will be refused again; only trouble passes.
      retry: (failures, error) => failures < 3 && (!(error instanceof ApiError) || error.passing),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      networkMode: 'online',
    },
    // The two retries of core-of-play 9 are in api.ts, where every attempt carries the same key. Without a network a
    // mutation fails at once and says so, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * A query function out of a call: `queryFn: reading(api.users.online)`. A 401 is an empty answer, not an error
 * (core-of-play 7): who is signed out simply has none of it.
 */
export function reading<Answer>(call: (options: { signal: AbortSignal }) => Promise<Answer>) {
  return async ({ signal }: { signal: AbortSignal }): Promise<Answer | null> => {
    try {
      return await call({ signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}
