import { create } from 'zustand';
import { useOverlay } from './overlay.ts';

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

/** Opens a profile in place of the open dialog: dialogs replace each other instead of stacking. */
export function replaceWithProfile(userId: string): void {
  useOverlay.getState().hide();
  usePlayerCard.getState().open(userId);
}
