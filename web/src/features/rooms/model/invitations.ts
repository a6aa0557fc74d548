import type { RoomInvitation } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

const queryKey = ['room-invitations'];

/** Invitations dismissed on this page; the server still has them. */
const useDismissed = create<{ ids: readonly string[] }>()(() => ({ ids: [] }));

export const dismiss = (id: string): void => useDismissed.setState(({ ids }) => ({ ids: [...ids, id] }));

/** Returns the first pending invitation (docs/spec/play.md#play-4.5). */
export function useInvitation(): RoomInvitation | null {
  const { data = [] } = useQuery({ queryKey, queryFn: () => api.invitations.list() });
  const { ids } = useDismissed();
  return data.find(({ id, status }) => status === 'pending' && !ids.includes(id)) ?? null;
}

function change(next: (known: RoomInvitation[]) => RoomInvitation[]): void {
  queryClient.setQueryData<RoomInvitation[]>(queryKey, (known = []) => next(known));
}

/** Adds an invitation. The server sends pending ones again after each reconnect: a dismissed one stays dismissed. */
export function addInvitation(invitation: RoomInvitation): void {
  // Other invitations may not have been loaded yet.
  if (!queryClient.getQueryData(queryKey)) return void queryClient.invalidateQueries({ queryKey });
  change((known) => [...known.filter(({ id }) => id !== invitation.id), invitation]);
}

/** Removes an invitation that was answered or is over. */
export const removeInvitation = (id: string): void => change((known) => known.filter((one) => one.id !== id));
