import { create } from 'zustand';

interface PlayerCardStore {
  /** The user whose profile is open; null for none. */
  userId: string | null;
  open(userId: string): void;
  close(): void;
}

/** The open profile of a player. */
export const usePlayerCard = create<PlayerCardStore>()((set) => ({
  userId: null,
  open: (userId) => set({ userId }),
  close: () => set({ userId: null }),
}));
