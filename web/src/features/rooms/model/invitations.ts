import type { RoomInvitation } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { queryClient, refetchIfFetching } from '@/lib/queryClient.ts';

const queryKey = ['room-invitations'];

/** Refetch interval of a shown invitation; milliseconds. */
const SHOWN_REFETCH_MS = 60_000;

/** Invitations dismissed on this page; the server still has them. */
const useDismissed = create<{ ids: readonly string[] }>()(() => ({ ids: [] }));

export const dismiss = (id: string): void => useDismissed.setState(({ ids }) => ({ ids: [...ids, id] }));

/** Returns the first pending invitation (docs/spec/play.md#play-4.5). */
export function useInvitation(): RoomInvitation | null {
  const { ids } = useDismissed();
  const firstOf = (known: readonly RoomInvitation[] = []) =>
    known.find(({ id, status }) => status === 'pending' && !ids.includes(id));
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.invitations.list(),
    // No message reports its end: it expires, its room closes, or it is answered in another tab.
    refetchInterval: ({ state }) => firstOf(state.data) !== undefined && SHOWN_REFETCH_MS,
  });
  return firstOf(data) ?? null;
}

/** Refetches the invitations: some may be over, or may have been answered elsewhere. */
export const refetchInvitations = (): void => void queryClient.invalidateQueries({ queryKey });

function change(next: (known: RoomInvitation[]) => RoomInvitation[]): void {
  queryClient.setQueryData<RoomInvitation[]>(queryKey, (known = []) => next(known));
  void refetchIfFetching(queryKey);
}

/** Adds an invitation. The server sends pending ones again after each reconnect: a dismissed one stays dismissed. */
export function addInvitation(invitation: RoomInvitation): void {
  const known = queryClient.getQueryData<RoomInvitation[]>(queryKey);
  // Other invitations may not have been loaded yet.
  if (!known) return refetchInvitations();
  if (known.every(({ id }) => id !== invitation.id)) change((all) => [...all, invitation]);
}

/** Removes an invitation that was answered or is over. */
export const removeInvitation = (id: string): void => change((known) => known.filter((one) => one.id !== id));
