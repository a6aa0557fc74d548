import type { OnlineUser } from '@fifteen/contract';
import { useFriends } from '@/features/friends/index.ts';
import { useOnlineUsers } from '../api.ts';

interface OtherUser extends OnlineUser {
  isFriend: boolean;
}

/** Returns the other online players, refetched at this interval: friends first, then free players. */
export function useOtherPlayers(me: string, every: number): { others: OtherUser[]; isPending: boolean } {
  const { data, isPending } = useOnlineUsers(every);
  const { friends } = useFriends();
  const friendIds = new Set(friends.map(({ id }) => id));
  const others = (data?.users ?? [])
    .filter(({ id }) => id !== me)
    .map((user) => ({ ...user, isFriend: friendIds.has(user.id) }))
    .sort((a, b) => Number(b.isFriend) - Number(a.isFriend) || Number(a.inRoom) - Number(b.inRoom));
  return { others, isPending };
}
