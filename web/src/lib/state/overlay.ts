import { create } from 'zustand';

/** The dialogs that are opened by name from anywhere: one at a time. */
export type Overlay =
  | 'rules'
  | 'tutorial'
  | 'settings'
  | 'shortcuts'
  | 'theme'
  | 'language'
  | 'online'
  | 'friends'
  | 'invite'
  | 'room'
  | 'leaderboard'
  | 'achievements'
  | 'profile'
  | 'share'
  | 'upgrade'
  | 'logout';

interface OverlayStore {
  open: Overlay | null;
  show(overlay: Overlay): void;
  hide(): void;
}

export const useOverlay = create<OverlayStore>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  hide: () => set({ open: null }),
}));
