import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient } from '@/lib/queryClient.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';

/** The pushed count; null before the first push of a connection. */
const useCount = create<{ count: number | null }>()(() => ({ count: null }));

// The server sends the count after each connect. Until then, the fetched list is newer than the last count.
useConnectionStatus.subscribe(({ status }) => {
  if (status !== 'open') useCount.setState({ count: null });
});

const onlineUsers = queryOptions({
  queryKey: ['online-users'],
  queryFn: () => api.users.online(),
  ...failsOffline,
});

const isAlone = (count: number): boolean => count <= 1;

/**
 * Stores the pushed count. The list, which is up to an interval older, is fetched at once if the first other user has
 * come or the last has gone: otherwise a card would count two users and say that there is no other.
 */
export function countOnline(count: number): void {
  useCount.setState({ count });
  const list = queryClient.getQueryData(onlineUsers.queryKey);
  // Also without a view of the list: `usePushedCount` decides by it.
  if (list && isAlone(list.total) !== isAlone(count))
    void queryClient.prefetchQuery({ ...onlineUsers, staleTime: 0 });
}

/** Returns the online users, refetched at this interval. */
export const useOnlineUsers = (every: number) =>
  useQuery({ ...onlineUsers, staleTime: every, refetchInterval: every });

/**
 * Returns the pushed count; null before the first push of a connection. The pushed count has players who block this one,
 * which the list has not: while the list has no other player, the result is null as well.
 */
export function usePushedCount(): number | null {
  const { data: list } = useQuery({ ...onlineUsers, enabled: false });
  const count = useCount((store) => store.count);
  return list && isAlone(list.total) ? null : count;
}

/** Returns the number of online users; undefined while unknown. */
export function useOnlineCount(every: number): number | undefined {
  const { data } = useOnlineUsers(every);
  return usePushedCount() ?? data?.total;
}
