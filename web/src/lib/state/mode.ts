import { create } from 'zustand';

export const modes = ['ai', 'pass-play', 'online'] as const;
export type Mode = (typeof modes)[number];

interface ModeStore {
  mode: Mode;
  setMode(mode: Mode): void;
}

/** The kind of game on the board. Choosing a local mode gives up a running online game (docs/spec/play.md#play-4.2). */
export const useMode = create<ModeStore>()((set) => ({
  mode: 'ai',
  setMode: (mode) => set({ mode }),
}));
