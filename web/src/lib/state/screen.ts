import { useEffect } from 'react';
import { create } from 'zustand';
import { dismissAbout } from '@/lib/toast.ts';
import { closeAlert } from './alert.ts';
import { useOverlay } from './overlay.ts';
import { usePlayerCard } from './playerCard.ts';

/** Number of times the screen was cleared: dialogs and menus with their own state close when it changes. */
const useCleared = create<{ count: number }>()(() => ({ count: 0 }));

/** Closes all dialogs and menus, so that the board is visible: a game starts or has ended. */
export function clearScreen(): void {
  usePlayerCard.getState().close();
  useOverlay.getState().hide();
  closeAlert();
  dismissAbout('board');
  useCleared.setState(({ count }) => ({ count: count + 1 }));
}

/**
 * Calls `close` whenever the screen is cleared; for components with their own state.
 * @returns a function that stops it.
 */
export const onScreenCleared = (close: () => void): (() => void) => useCleared.subscribe(close);

/** {@link onScreenCleared} while a component is mounted. */
export function useCloseOnClear(close: () => void): void {
  useEffect(() => onScreenCleared(close), [close]);
}

/** Whether a dialog or menu is open; all of them have one of these roles. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
