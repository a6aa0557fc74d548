import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

/** Every server fact lives here; the figures are those of core-of-play 9 (data queries, mutations). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      retry: 3,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      networkMode: 'online',
    },
    mutations: { retry: 2, retryDelay: 1000 },
  },
});
