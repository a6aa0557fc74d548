import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';
import { failsOffline } from '@/lib/queryClient.ts';
import { playerKey } from './player.ts';

/** Figures change with every game; a profile that is opened twice in a row is fetched once. Milliseconds. */
const STALE_TIME_MS = 15_000;

/** The profile of a player, with their record and their relation to the user. */
export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: playerKey(userId),
    queryFn: async () => {
      const params = { id: userId };
      const [user, stats] = await Promise.all([api.users.get({ params }), api.users.stats({ params })]);
      return { user, stats };
    },
    staleTime: STALE_TIME_MS,
    ...failsOffline,
  });
