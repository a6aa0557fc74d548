import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
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

/** Whether the window is narrower than so many pixels. */
export const useNarrower = (px: number) => useMedia(`(width < ${px}px)`);

/** From 1100 px on there is a column beside the board. */
export const useWide = () => useMedia('(min-width: 1100px)');

/** True where the user asked their system for less motion; asked at the moment of moving. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** True where the system's few colours replace ours. */
export const forcedColours = () => matchMedia('(forced-colors: active)').matches;
