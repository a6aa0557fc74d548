import type { FriendRequest } from '@fifteen/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient } from '@/lib/queryClient.ts';
import { toast } from '@/lib/toast.ts';
import { friendsChanged } from './friends.ts';

const requestsQuery = queryOptions({
  queryKey: ['friends', 'requests'],
  queryFn: ({ signal }) => api.friends.requests({ signal }),
  ...failsOffline,
});

/** Returns the received requests. */
export const useRequests = () => useQuery(requestsQuery);

/** Removes a request without a call. */
export const removeRequest = (id: string) =>
  queryClient.setQueryData(requestsQuery.queryKey, (known) => known?.filter((one) => one.id !== id));

/** Handles a friend request, or the response to one. */
export function receiveRequest(request: FriendRequest, me: string): void {
  friendsChanged();
  const isOwnRequest = request.requesterId === me;
  if (request.status === 'pending' ? isOwnRequest : !isOwnRequest || request.status === 'rejected') return;
  const name = request.requester.displayName;
  void loadLaterTexts().then(() =>
    toast({ title: isOwnRequest ? t('friends.answered') : t('friends.incoming', { name }), tone: 'info' }),
  );
}
