import { INVITATION_SECONDS } from '@fifteen/domain';
import { create } from 'zustand';
import { useNow } from '@/lib/useNow.ts';

/** Time between two looks at which invitations have lapsed; milliseconds. */
const LOOK_INTERVAL = 10_000;

/** When this page invited users, in milliseconds; it survives a row that scrolls out of view. */
const useInvitedUsers = create<{ roomId: string; invitedAt: ReadonlyMap<string, number> }>()(() => ({
  roomId: '',
  invitedAt: new Map(),
}));

/** Whether an invitation of a user to the room is pending. */
export function useIsInvited(roomId: string, userId: string): boolean {
  const invitedAt = useInvitedUsers((invited) =>
    invited.roomId === roomId ? invited.invitedAt.get(userId) : undefined,
  );
  const now = useNow(LOOK_INTERVAL);
  return invitedAt !== undefined && now < invitedAt + INVITATION_SECONDS * 1_000;
}

/** Marks a user as invited. Only the last room is stored: a player is in one room. */
export const markInvited = (roomId: string, userId: string): void =>
  useInvitedUsers.setState((invited) => ({
    roomId,
    invitedAt: new Map(invited.roomId === roomId ? invited.invitedAt : []).set(userId, Date.now()),
  }));

/** Removes the mark of a user who has answered: they can be invited again. */
export const unmarkInvited = (roomId: string, userId: string): void =>
  useInvitedUsers.setState((invited) => {
    if (invited.roomId !== roomId || !invited.invitedAt.has(userId)) return invited;
    const invitedAt = new Map(invited.invitedAt);
    invitedAt.delete(userId);
    return { invitedAt };
  });
