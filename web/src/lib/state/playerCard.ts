import { create } from 'zustand';

interface PlayerCardStore {
  /** The user whose card is open; null when none is. */
  userId: string | null;
  open(userId: string): void;
  close(): void;
}

/** The card of a player, opened by a press on their picture. */
export const usePlayerCard = create<PlayerCardStore>()((set) => ({
  userId: null,
  open: (userId) => set({ userId }),
  close: () => set({ userId: null }),
}));
