import type { OnlineUser } from '@fifteen/contract';
import { useFriends } from '@/features/friends/index.ts';
import { useOnlineUsers } from '../api.ts';

interface OtherUser extends OnlineUser {
  isFriend: boolean;
}

interface OtherPlayers {
  others: OtherUser[];
  isPending: boolean;
  /** Whether there are no players to show because they could not be loaded. */
  isFailed: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns the other online players, refetched at this interval: friends first, then free players. */
export function useOtherPlayers(me: string, every: number): OtherPlayers {
  const { data, isPending, isFetching, errorUpdateCount, refetch } = useOnlineUsers(every);
  const { friends } = useFriends();
  const friendIds = new Set(friends.map(({ id }) => id));
  const others = (data?.users ?? [])
    .filter(({ id }) => id !== me)
    .map((user) => ({ ...user, isFriend: friendIds.has(user.id) }))
    .sort((a, b) => Number(b.isFriend) - Number(a.isFriend) || Number(a.inRoom) - Number(b.inRoom));
  // A refetch without data resets the error but not the count: the failure stays on screen until players replace it.
  const isFailed = !data && errorUpdateCount > 0;
  return { others, isPending: isPending && !isFailed, isFailed, isFetching, refetch };
}
