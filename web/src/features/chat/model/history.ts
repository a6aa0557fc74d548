import type { ChatMessage } from '@fifteen/contract';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

/** What two have written to each other, page by page, the newest first. The server keeps it, also for who is offline. */
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
    retry: 1,
  });

/** The messages with a player, the oldest first, as far back as was asked. */
export function useHistory(userId: string) {
  const query = useInfiniteQuery(historyQuery(userId));
  const { data } = query;
  const messages = useMemo(() => {
    const all = (data?.pages ?? []).flatMap((page) => page.messages).reverse();
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }, [data]);
  return { ...query, messages };
}

/** One more message, known before it is asked for. */
export function addMessage(userId: string, message: ChatMessage): void {
  queryClient.setQueryData(historyQuery(userId).queryKey, (data) => {
    const [newest, ...older] = data?.pages ?? [];
    if (!data || !newest || newest.messages.some(({ id }) => id === message.id)) return data;
    return { ...data, pages: [{ ...newest, messages: [message, ...newest.messages] }, ...older] };
  });
}

/** What was read of a chat is forgotten here; the server still knows it. */
export const forgetHistory = (userId: string): void =>
  queryClient.removeQueries({ queryKey: ['chat', userId] });

/** Messages may have been missed: those that are looked at are asked for again. */
export const refetchChats = (): void => void queryClient.invalidateQueries({ queryKey: ['chat'] });
