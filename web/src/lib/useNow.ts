import { useCallback, useSyncExternalStore } from 'react';

/** Returns the current time in milliseconds, updated every `ms`: the clock of all countdowns. */
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
