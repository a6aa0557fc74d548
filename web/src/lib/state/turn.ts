import { create } from 'zustand';

/** Whether it is the own turn in an online game: the title of the page says so. */
export const useTurn = create<{ isOwn: boolean }>()(() => ({ isOwn: false }));
