import { t } from 'i18next';
import { isAuthPath } from '@/features/auth/index.ts';
import { replacesTextField, TEXT_FIELD } from '@/lib/a11y/focus.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { toast } from '@/lib/toast.ts';
import { cellReader, shortcutOf } from './shortcuts.ts';

/** Elements in which single keys have their own meaning. */
const TYPING = `${TEXT_FIELD}, [role=menu]`;
/** Elements that block shortcuts until they are closed. The result of a game leaves its board usable. */
const MODAL = '[role=dialog]:not([data-result]), [role=alertdialog], #splash';

const readCell = cellReader();

/** Runs the shortcut of a key, unless the player turned shortcuts off. */
export function pressShortcut(event: KeyboardEvent): void {
  const { shortcuts, sound, set } = usePreferences.getState();
  const shortcut = shortcuts ? shortcutOf(event) : null;
  if (!shortcut || event.defaultPrevented || document.querySelector(MODAL)) return;
  const { target } = event;
  if (target instanceof Element && (target.closest(TYPING) || replacesTextField(target))) return;
  // On the sign-in pages there are no rules, sounds or game.
  if (isAuthPath(location.pathname)) return;
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
