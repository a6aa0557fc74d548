import { useLayoutEffect } from 'react';
import { useFriends, useRequests } from '@/features/friends/index.ts';

/** Counts friend requests and unread messages. Its code, that of the lists of friends, arrives after the first screen. */
export function UnreadCount({ onChange }: { onChange: (unread: number) => void }) {
  const { data: requests = [] } = useRequests();
  const { friends } = useFriends();
  const unread = friends.reduce((sum, friend) => sum + friend.unread, requests.length);
  useLayoutEffect(() => onChange(unread), [onChange, unread]);
  return null;
}
