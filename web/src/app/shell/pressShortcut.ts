import { t } from 'i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { toast } from '@/lib/toast.ts';
import { cellReader, shortcutOf } from './shortcuts.ts';

/** Where single keys have a meaning of their own. */
const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu]';
/** What has to be answered or closed first. */
const MODAL = '[role=dialog], [role=alertdialog], #splash';

const readCell = cellReader();

/** Goes to cells by their numbers, opens the rules, mutes and lists these keys, unless the player turned that off. */
export function pressShortcut(event: KeyboardEvent): void {
  const { shortcuts, sound, set } = usePreferences.getState();
  const shortcut = shortcuts ? shortcutOf(event) : null;
  if (!shortcut || event.defaultPrevented || document.querySelector(MODAL)) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  // The sign-in page has no rules and no sounds, and its board is a picture.
  if (location.pathname === '/auth') return;
  if (typeof shortcut === 'object') focusCell(readCell(shortcut.digit));
  else if (shortcut !== 'sound') useOverlay.getState().show(shortcut);
  else {
    set({ sound: !sound });
    toast({ title: t(sound ? 'gameView.soundOff' : 'gameView.soundOn') });
  }
}

function focusCell(cell: number | null): void {
  document.querySelector<HTMLElement>(`[data-board] [data-cell="${cell}"]`)?.focus();
}
