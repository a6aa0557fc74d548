import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';
import { analyse } from './model/analyse.ts';
import type { FinishedGame } from './model/finished.ts';

/** Without a network these fail at once and say so, instead of waiting unseen. */
const failFast = { networkMode: 'always', retry: 1 } as const;

/** The finished online games of the signed-in user, page by page, the newest first; asked again on every visit. */
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

/** One online game; a finished one never changes. */
export const gameQuery = (id: string) =>
  queryOptions({
    queryKey: ['game', id],
    queryFn: ({ signal }) => api.games.get({ params: { id }, signal }),
    staleTime: ({ state }) => (state.data && state.data.status !== 'active' ? Infinity : 0),
    ...failFast,
  });

/** What the solver says of a finished game; it stays true. */
export const reviewQuery = (game: FinishedGame) =>
  queryOptions({
    queryKey: ['review', game.id],
    queryFn: ({ signal }) => analyse(game, signal),
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
