import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';

/** The count that the server pushes; null before it has. */
const useCount = create<{ count: number | null }>()(() => ({ count: null }));

export const countOnline = (count: number): void => useCount.setState({ count });

/** Who is online, asked again every so many milliseconds. */
export const useOnlineUsers = (every: number) =>
  useQuery({
    queryKey: ['online-users'],
    queryFn: () => api.users.online(),
    staleTime: every,
    refetchInterval: every,
  });

/** How many are online, as far as the server has said so by itself; null until it has. */
export const usePushedCount = (): number | null => useCount(({ count }) => count);

/** How many are online; undefined until that is known. */
export function useOnlineCount(every: number): number | undefined {
  const { data } = useOnlineUsers(every);
  const pushed = usePushedCount();
  return pushed ?? data?.total;
}
