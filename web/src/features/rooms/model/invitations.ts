import type { RoomInvitation } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

const queryKey = ['room-invitations'];

/** Invitations that were waved away on this screen; the server still knows them. */
const useDismissed = create<{ ids: readonly string[] }>()(() => ({ ids: [] }));

export const dismiss = (id: string): void => useDismissed.setState(({ ids }) => ({ ids: [...ids, id] }));

/** The first invitation that waits for an answer (docs/spec/play.md#play-4.5). */
export function useInvitation(): RoomInvitation | null {
  const { data = [] } = useQuery({ queryKey, queryFn: () => api.invitations.list() });
  const { ids } = useDismissed();
  return data.find(({ id, status }) => status === 'pending' && !ids.includes(id)) ?? null;
}

function change(next: (known: RoomInvitation[]) => RoomInvitation[]): void {
  queryClient.setQueryData<RoomInvitation[]>(queryKey, (known = []) => next(known));
}

/** Another invitation; one that is repeated is shown again although it was dismissed. */
export function addInvitation(invitation: RoomInvitation): void {
  useDismissed.setState(({ ids }) => ({ ids: ids.filter((id) => id !== invitation.id) }));
  // It may be one of several, of which the others were not heard of yet.
  if (!queryClient.getQueryData(queryKey)) return void queryClient.invalidateQueries({ queryKey });
  change((known) => [...known.filter(({ id }) => id !== invitation.id), invitation]);
}

/** It was answered, or is over. */
export const removeInvitation = (id: string): void => change((known) => known.filter((one) => one.id !== id));
