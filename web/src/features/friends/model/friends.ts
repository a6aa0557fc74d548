import type { Friend } from '@fifteen/contract';
import { ONLINE_USERS_EVERY } from '@fifteen/contract/constants';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient, refetchIfFetching } from '@/lib/queryClient.ts';

interface Page {
  friends: Friend[];
  /** Cursor of the next page; null on the last. */
  next: string | null;
  /** Number of all friends, if the server sends it. */
  total: number | null;
}

async function page(cursor: string | null, signal: AbortSignal): Promise<Page> {
  let headers = new Headers();
  const friends = await api.friends.list({
    query: cursor ? { cursor } : {},
    signal,
    onHeaders: (answered) => (headers = answered),
  });
  const total = headers.get('X-Total-Count');
  return { friends, next: headers.get('X-Next-Cursor'), total: total === null ? null : Number(total) };
}

/** The user's friends in pages, online ones first. */
export const friendsQuery = infiniteQueryOptions({
  queryKey: ['friends', 'list'],
  queryFn: ({ pageParam, signal }) => page(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: ONLINE_USERS_EVERY,
  ...failsOffline,
});

/** Returns all loaded friends, each once: a friend may move to a later page between two requests. */
function allFriends(data: { pages: Page[] } | undefined): Friend[] {
  const known = new Map((data?.pages ?? []).flatMap(({ friends }) => friends).map((one) => [one.id, one]));
  const all = [...known.values()];
  return [...all.filter(({ online }) => online), ...all.filter(({ online }) => !online)];
}

/**
 * Returns the loaded friends, and a function that loads more: not after an error, which would repeat without end while
 * the end of the list is in sight.
 */
export function useFriends() {
  const query = useInfiniteQuery(friendsQuery);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const friends = useMemo(() => allFriends(data), [data]);
  const fetchMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const total = data?.pages[0]?.total ?? (hasNextPage ? null : friends.length);
  return { ...query, friends, total, fetchMore };
}

/** Returns a friend, if loaded. */
export const knownFriend = (id: string): Friend | undefined =>
  allFriends(queryClient.getQueryData(friendsQuery.queryKey)).find((one) => one.id === id);

/** Returns whether a player may be a friend: one who is loaded, and any while not all are. */
export function mayBeFriend(id: string): boolean {
  const lastPage = queryClient.getQueryData(friendsQuery.queryKey)?.pages.at(-1);
  return lastPage?.next !== null || knownFriend(id) !== undefined;
}

/** Changes a loaded friend; null removes them. */
function change(id: string, next: (friend: Friend) => Friend | null): void {
  queryClient.setQueryData(friendsQuery.queryKey, (data) => {
    if (!data) return data;
    const pages = data.pages.map((one) => ({
      ...one,
      friends: one.friends.flatMap((friend) => (friend.id === id ? (next(friend) ?? []) : friend)),
    }));
    return { ...data, pages };
  });
}

/** Updates of the list; without a request, unless it is being loaded when a message arrives. */
export const friendList = {
  offline: (id: string): void => change(id, (friend) => ({ ...friend, online: false })),
  read: (id: string): void => change(id, (friend) => ({ ...friend, unread: 0 })),
  wrote(id: string): void {
    change(id, (friend) => ({ ...friend, online: true, unread: friend.unread + 1 }));
    void refetchIfFetching(friendsQuery.queryKey);
  },
  remove: (id: string): void => change(id, () => null),
};

/** Delay of a refetch, which joins the notifications of friends who come online together; milliseconds. */
const DEBOUNCE_MS = 400;
let refetchTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Refetches after a change of friends, requests, blocks or messages, also the relation in an open profile and open
 * conversations; later if many pages are loaded.
 */
export function friendsChanged(): void {
  if (refetchTimer) return;
  const pages = queryClient.getQueryData(friendsQuery.queryKey)?.pages.length ?? 0;
  refetchTimer = setTimeout(
    () => {
      refetchTimer = undefined;
      for (const key of ['friends', 'blocks', 'player', 'chat'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
    DEBOUNCE_MS * Math.max(1, pages),
  );
}
