import { create } from 'zustand';

/** Maximum of popups; the friend list leads to all other chats. */
export const POPUPS = 4;

/** Widths of the window below which one popup fewer fits beside the others; pixels. */
const narrower = [1320, 1000, 768].map((px) => matchMedia(`(width < ${px}px)`));

const measure = () => ({ popups: POPUPS - narrower.filter(({ matches }) => matches).length });

/** The number of popups that fit beside each other: one on a phone. */
export const useSpace = create<{ popups: number }>()(measure);

for (const list of narrower) list.addEventListener('change', () => useSpace.setState(measure()));
