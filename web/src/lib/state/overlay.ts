import { create } from 'zustand';

/** Dialogs that open by name from anywhere, one at a time. */
export type OverlayName =
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
  open: OverlayName | null;
  show(overlay: OverlayName): void;
  hide(): void;
}

export const useOverlay = create<OverlayStore>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  hide: () => set({ open: null }),
}));
