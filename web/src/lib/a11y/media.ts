import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the window is narrower than this. */
export const useNarrower = (px: number) => useMedia(`(width < ${px}px)`);

/** Whether there is a column beside the board. */
export const useWide = () => useMedia('(min-width: 1100px)');

/** True where less motion is wanted, by the setting or by the system; asked at the moment of moving. */
export const reducedMotion = () => document.documentElement.hasAttribute('data-reduced-motion');

/** Whether the system's colours replace those of the page. */
export const forcedColours = () => matchMedia('(forced-colors: active)').matches;
