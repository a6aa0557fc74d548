import { OPPONENT_LEFT_SWITCH } from '@fifteen/contract/constants';
import { isDialogOpen } from '@/lib/state/screen.ts';
import { notifySwitching } from './notifications.ts';

/** How often to check whether the last dialog was closed; milliseconds. */
const CHECK_EVERY = 500;

/** Whether the player is reading a dialog or another page, and must not be interrupted. */
const isBusy = (): boolean => isDialogOpen() || location.pathname !== '/';

/**
 * Announces the switch to the computer once no dialog is open, and calls `due` 3 s later (docs/spec/play.md#play-4.6).
 * A dialog that opens meanwhile delays it (ADR 34).
 * @returns a function that stops it.
 */
export function startSwitch(due: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function check(): void {
    if (isBusy()) timer = setTimeout(check, CHECK_EVERY);
    else announceSwitch();
  }
  function announceSwitch(): void {
    notifySwitching();
    timer = setTimeout(() => (isBusy() ? check() : due()), OPPONENT_LEFT_SWITCH);
  }
  timer = setTimeout(check, CHECK_EVERY);
  return () => clearTimeout(timer);
}
