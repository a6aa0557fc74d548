import { useEffect, useState } from 'react';

/** Whether the splash is visible: the page below it is inert until its end. */
const isSplashVisible = (): boolean => document.getElementById('root')?.inert === true;

/**
 * Resolves when the splash has gone (index.html). Notices wait for it: the splash would cover them, and a slow phone is
 * busy.
 */
export const splashGone = (): Promise<void> =>
  new Promise((resolve) => {
    if (isSplashVisible()) document.addEventListener('splash-gone', () => resolve(), { once: true });
    else resolve();
  });

/** Whether the splash has gone. */
export function useSplashGone(): boolean {
  const [gone, setGone] = useState(() => !isSplashVisible());
  useEffect(() => {
    if (!gone) void splashGone().then(() => setGone(true));
  }, [gone]);
  return gone;
}

/** Whether this browser session has shown the splash before; index.html sets the mark. */
export const splashSeen = (): boolean => document.documentElement.dataset.splash === 'seen';

/**
 * Ends the splash early while `endNow`: for a running game, a room, or a splash that was shown before (docs/adr/0018).
 */
export function useSplashEnd(endNow: boolean): void {
  useEffect(() => {
    if (endNow) document.dispatchEvent(new Event('splash-over'));
  }, [endNow]);
}
