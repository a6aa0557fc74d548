import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';
import { failsOffline } from '@/lib/queryClient.ts';
import { analyse } from './model/analyse.ts';
import type { FinishedGame } from './model/finished.ts';

const failFast = { ...failsOffline, retry: 1 } as const;

/** The finished online games of the user in pages, newest first; refetched on every visit. */
export const historyQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['games', userId],
    queryFn: ({ pageParam, signal }) =>
      api.games.history({ query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    ...failFast,
  });

/** An online game; a finished one never changes. */
export const gameQuery = (id: string) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.games.get({ params: { id }, signal }),
    staleTime: ({ state }) => (state.data && state.data.status !== 'active' ? Infinity : 0),
    ...failFast,
  });

/** The analysis of a finished game, which never changes. */
export const reviewQuery = (game: FinishedGame) =>
  queryOptions({
    queryKey: ['review', game.id],
    queryFn: ({ signal }) => analyse(game, signal),
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
