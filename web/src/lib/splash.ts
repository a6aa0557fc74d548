import { useEffect, useState } from 'react';

/** Until then the page below it is inert. */
const stands = (): boolean => document.getElementById('root')?.inert === true;

/**
 * When the splash has gone (index.html). What would only be said over the page waits for it: it could not be seen before,
 * and a slow phone has enough to do.
 */
export const splashGone = (): Promise<void> =>
  new Promise((resolve) => {
    if (stands()) document.addEventListener('splash-gone', () => resolve(), { once: true });
    else resolve();
  });

/** Whether the splash has gone. */
export function useSplashGone(): boolean {
  const [gone, setGone] = useState(() => !stands());
  useEffect(() => {
    if (!gone) void splashGone().then(() => setGone(true));
  }, [gone]);
  return gone;
}

/** Whether this browser session has seen the splash before; index.html notes it. */
export const splashSeen = (): boolean => document.documentElement.dataset.splash === 'seen';

/** Ends the splash before its time while `here`: for a running game, a room, or a splash that was seen before (adr 18). */
export function useSplashEnd(here: boolean): void {
  useEffect(() => {
    if (here) document.dispatchEvent(new Event('splash-over'));
  }, [here]);
}
