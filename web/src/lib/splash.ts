import { useEffect, useState } from 'react';

/** Until then the page below it is inert. */
const stands = (): boolean => document.getElementById('root')?.inert === true;

/**
 * When the splash has gone (index.html). What would only be said over the page waits for it: nobody can see it before,
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

/** Takes the splash away before its time, while `here`: whoever comes back to a game or a room is wanted there (adr 18). */
export function useSplashEnd(here: boolean): void {
  useEffect(() => {
    if (here) document.dispatchEvent(new Event('splash-over'));
  }, [here]);
}
