import { useQuery } from '@tanstack/react-query';
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

/** The query of the online users. */
const queryKey = ['online-users'];

const isAlone = (count: number): boolean => count <= 1;

/**
 * Stores the pushed count. The list, which is up to an interval older, is fetched at once if the first other user has
 * come or the last has gone: otherwise a card would count two users and say that there is no other.
 */
export function countOnline(count: number): void {
  useCount.setState({ count });
  const list = queryClient.getQueryData<Awaited<ReturnType<typeof api.users.online>>>(queryKey);
  if (list && isAlone(list.total) !== isAlone(count)) void queryClient.invalidateQueries({ queryKey });
}

/** Returns the online users, refetched at this interval. */
export const useOnlineUsers = (every: number) =>
  useQuery({
    queryKey,
    queryFn: () => api.users.online(),
    staleTime: every,
    refetchInterval: every,
    ...failsOffline,
  });

/** Returns the pushed count; null before the first push of a connection. */
export const usePushedCount = (): number | null => useCount(({ count }) => count);

/** Returns the number of online users; undefined while unknown. */
export function useOnlineCount(every: number): number | undefined {
  const { data } = useOnlineUsers(every);
  const pushed = usePushedCount();
  return pushed ?? data?.total;
}
