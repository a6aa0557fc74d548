import { create } from 'zustand';

/** Who was asked into which room from here: a row that scrolls out of sight forgets nothing. */
const useAsked = create<{ roomId: string; userIds: ReadonlySet<string> }>()(() => ({
  roomId: '',
  userIds: new Set(),
}));

/** Whether somebody was asked into that room. */
export const useIsAsked = (roomId: string, userId: string): boolean =>
  useAsked((asked) => asked.roomId === roomId && asked.userIds.has(userId));

/** Notes that somebody was. Only the last room counts: one is in no more than one. */
export const noteAsked = (roomId: string, userId: string): void =>
  useAsked.setState((asked) => ({
    roomId,
    userIds: new Set([...(asked.roomId === roomId ? asked.userIds : []), userId]),
  }));
