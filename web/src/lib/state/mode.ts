import { create } from 'zustand';

export const modes = ['ai', 'pass-play', 'online'] as const;
export type Mode = (typeof modes)[number];

interface ModeStore {
  mode: Mode;
  setMode(mode: Mode): void;
}

/** Which kind of game the table is set for. Choosing a local mode gives up a running online one (docs/spec/play.md#play-4.2). */
export const useMode = create<ModeStore>()((set) => ({
  mode: 'ai',
  setMode: (mode) => set({ mode }),
}));
