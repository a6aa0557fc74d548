import { useEffect } from 'react';
import { create } from 'zustand';
import { dismissAbout } from '@/lib/toast.ts';
import { closeAlert } from './alert.ts';
import { useOverlay } from './overlay.ts';
import { usePlayerCard } from './playerCard.ts';

/** How often the screen was cleared: dialogs and menus with a state of their own close when it changes. */
const useCleared = create<{ count: number }>()(() => ({ count: 0 }));

/** Closes every dialog and menu, so that the board can be seen: a game starts or has ended. */
export function clearScreen(): void {
  usePlayerCard.getState().close();
  useOverlay.getState().hide();
  closeAlert();
  dismissAbout('board');
  useCleared.setState(({ count }) => ({ count: count + 1 }));
}

/**
 * Calls `close` whenever the screen is cleared; for what keeps its own state of being open.
 * @returns stops.
 */
export const onScreenCleared = (close: () => void): (() => void) => useCleared.subscribe(close);

/** {@link onScreenCleared} while a component is there. */
export function useCloseOnClear(close: () => void): void {
  useEffect(() => onScreenCleared(close), [close]);
}

/** Whether a dialog or a menu is open. Every one of them has its role, whichever component draws it. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
