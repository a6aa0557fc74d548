import { create } from 'zustand';

/** Whether it is the user's turn in an online game, for the title of the page. */
export const useTurn = create<{ isOwn: boolean }>()(() => ({ isOwn: false }));
