import { create } from 'zustand';

/** Who was asked into which room from here: a row that scrolls out of sight forgets nothing. */
const useInvitedUsers = create<{ roomId: string; userIds: ReadonlySet<string> }>()(() => ({
  roomId: '',
  userIds: new Set(),
}));

/** Whether a player was asked into that room. */
export const useIsInvited = (roomId: string, userId: string): boolean =>
  useInvitedUsers((asked) => asked.roomId === roomId && asked.userIds.has(userId));

/** Notes that a player was. Only the last room counts: one is in no more than one. */
export const markInvited = (roomId: string, userId: string): void =>
  useInvitedUsers.setState((asked) => ({
    roomId,
    userIds: new Set([...(asked.roomId === roomId ? asked.userIds : []), userId]),
  }));
