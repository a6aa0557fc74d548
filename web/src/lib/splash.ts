import { useEffect } from 'react';

/** Takes the splash away before its time, while `here`: whoever comes back to a game or a room is wanted there (adr 18). */
export function useSplashEnd(here: boolean): void {
  useEffect(() => {
    if (here) document.dispatchEvent(new Event('splash-over'));
  }, [here]);
}
