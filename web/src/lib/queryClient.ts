import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';

const MINUTE = 60_000;

// By default observers are notified in a task of their own. A page that is drawn again before that, for a reason of its
// own, would find the next session's data: none, after a logout.
notifyManager.setScheduler(queueMicrotask);

/** Every server state lives here; the figures are those of docs/spec/play.md#play-9.4 (data queries). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      // What was rejected will be rejected again; only trouble passes.
      retry: (failures, error) => failures < 3 && (!(error instanceof ApiError) || error.isTransient),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      networkMode: 'online',
    },
    // The two retries of docs/spec/play.md#play-9.4 are in api.ts, where every attempt carries the same key. Without a network a
    // mutation fails at once and says so, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});
