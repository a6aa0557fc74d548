import { notifyManager, onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';

const MINUTE = 60_000;

// By default, observers are notified in a later task. A page that rendered before that would see the data of the next
// session: none, after a logout.
notifyManager.setScheduler(queueMicrotask);

/** A rejection repeats itself; only transient errors are retried. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 3 && (!(error instanceof ApiError) || error.isTransient);

/**
 * Options of a query whose view has an error text and a retry: without a network it fails at once, instead of waiting
 * silently, and is fetched again when the network is back. Other queries wait, so that home stays calm offline.
 *
 * They are options of the query, not of the view: a view joins a fetch that another component started, also one that
 * waits.
 */
export const failsOffline = {
  networkMode: 'always',
  // Off by default in this mode.
  refetchOnReconnect: true,
  retry: (failures: number, error: Error): boolean => onlineManager.isOnline() && mayRetry(failures, error),
} as const;

/** The cache of all server state; its settings are those of docs/spec/play.md#play-9.4 (data queries). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      retry: mayRetry,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      networkMode: 'online',
    },
    // The two retries of docs/spec/play.md#play-9.4 are in api.ts, with the same key for every attempt. Without a
    // network a mutation fails at once with a message, instead of waiting silently.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Refetches a query that is being fetched. Called after a push, since the response under way may be older than the push
 * and would overwrite it.
 */
export async function refetchIfFetching(queryKey: QueryKey): Promise<void> {
  const query = { queryKey, exact: true };
  if (queryClient.isFetching(query) === 0) return;
  // An invalidation would not cancel the first fetch of a query.
  if (queryClient.getQueryData(queryKey) === undefined) await queryClient.cancelQueries(query);
  await queryClient.invalidateQueries({ ...query, refetchType: 'all' });
}
