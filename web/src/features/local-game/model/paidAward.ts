import { create } from 'zustand';

/** The last game on the screen whose reward was paid, for its result. */
export const usePaidAward = create<{ gameId: string | null }>()(() => ({ gameId: null }));
