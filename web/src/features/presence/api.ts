import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';

/** The pushed count; null before the first push. */
const useCount = create<{ count: number | null }>()(() => ({ count: null }));

export const countOnline = (count: number): void => useCount.setState({ count });

/** Returns the online users, refetched at this interval. */
export const useOnlineUsers = (every: number) =>
  useQuery({
    queryKey: ['online-users'],
    queryFn: () => api.users.online(),
    staleTime: every,
    refetchInterval: every,
  });

/** Returns the pushed count; null before the first push. */
export const usePushedCount = (): number | null => useCount(({ count }) => count);

/** Returns the number of online users; undefined while unknown. */
export function useOnlineCount(every: number): number | undefined {
  const { data } = useOnlineUsers(every);
  const pushed = usePushedCount();
  return pushed ?? data?.total;
}
