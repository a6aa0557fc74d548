import type { ChatMessage } from '@fifteen/contract';
import { infiniteQueryOptions, onlineManager, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient, refetchIfFetching } from '@/lib/queryClient.ts';

/** The messages of two users in pages, newest first. The server stores them, also for offline users. */
const historyQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', userId],
    queryFn: ({ pageParam, signal }) =>
      api.chat.history({
        params: { userId },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    ...failsOffline,
    retry: 1,
  });

/** Returns the messages with a player, oldest first, as far as they are loaded. */
export function useHistory(userId: string) {
  const query = useInfiniteQuery(historyQuery(userId));
  const { data } = query;
  const messages = useMemo(() => {
    const all = (data?.pages ?? []).flatMap((page) => page.messages).reverse();
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }, [data]);
  return { ...query, messages };
}

/** Ids are numbers in decimal, which grow; they may exceed the safe integers. */
const isLaterId = (id: string, than: string): boolean =>
  id.length === than.length ? id > than : id.length > than.length;

/**
 * Adds a message in the order of the server; without a request, unless the messages are being loaded or could not be.
 */
export function addMessage(userId: string, message: ChatMessage): void {
  const { queryKey } = historyQuery(userId);
  queryClient.setQueryData(queryKey, (data) => {
    const [newest, ...older] = data?.pages ?? [];
    if (!data || !newest || newest.messages.some(({ id }) => id === message.id)) return data;
    const before = newest.messages.filter(({ id }) => isLaterId(id, message.id));
    const after = newest.messages.slice(before.length);
    return { ...data, pages: [{ ...newest, messages: [...before, message, ...after] }, ...older] };
  });
  if (queryClient.getQueryState(queryKey)?.status === 'error')
    void queryClient.invalidateQueries({ queryKey });
  else void refetchIfFetching(queryKey);
}

/**
 * Refetches a chat that may have a message without a response. Without a network that is left to the next connection, so
 * that the loaded messages have no error beside them.
 */
export function refetchHistory(userId: string): void {
  if (onlineManager.isOnline())
    void queryClient.invalidateQueries({ queryKey: historyQuery(userId).queryKey });
}

/** Removes the loaded messages of a chat; the server keeps them. */
export const forgetHistory = (userId: string): void =>
  queryClient.removeQueries({ queryKey: ['chat', userId] });
