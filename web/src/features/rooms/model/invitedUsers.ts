import { create } from 'zustand';

/** The users invited from this page, which survive a row that scrolls out of view. */
const useInvitedUsers = create<{ roomId: string; userIds: ReadonlySet<string> }>()(() => ({
  roomId: '',
  userIds: new Set(),
}));

/** Whether a user was invited to the room. */
export const useIsInvited = (roomId: string, userId: string): boolean =>
  useInvitedUsers((invited) => invited.roomId === roomId && invited.userIds.has(userId));

/** Marks a user as invited. Only the last room is stored: a player is in one room. */
export const markInvited = (roomId: string, userId: string): void =>
  useInvitedUsers.setState((invited) => ({
    roomId,
    userIds: new Set([...(invited.roomId === roomId ? invited.userIds : []), userId]),
  }));
