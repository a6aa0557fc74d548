import { useCallback, useSyncExternalStore } from 'react';

/** The present instant, again every `ms`: the one clock behind all countdowns and timers on the screen. */
export function useNow(ms: number): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, ms);
      return () => clearInterval(timer);
    },
    [ms],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / ms) * ms);
}
