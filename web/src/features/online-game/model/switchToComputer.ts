import { OPPONENT_LEFT_SWITCH } from '@fifteen/contract/constants';
import { isDialogOpen } from '@/lib/state/screen.ts';
import { notifySwitching } from './notifications.ts';

/** How often to check whether the last dialog was closed; milliseconds. */
const CHECK_EVERY = 500;

/** A player who reads something, in a dialog or on another page, is not moved. */
const isBusy = (): boolean => isDialogOpen() || location.pathname !== '/';

/**
 * Announces the switch to the computer once no dialog is open, and calls `due` 3 s later (docs/spec/play.md#play-4.6). A dialog that
 * opens meanwhile calls it off until it is closed (ADR 34).
 * @returns stops it.
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
