import { useCallback, useSyncExternalStore } from 'react';
import { serverClock } from './realtime/serverClock.ts';

/** Returns the current time in milliseconds, updated every `ms`: the clock of all countdowns. */
export function useNow(ms: number): number {
  const subscribe = useCallback((tick: () => void) => tickEvery(ms, tick), [ms]);
  return useSyncExternalStore(subscribe, () => wholeSteps(Date.now(), ms));
}

/**
 * Returns the current time by the server's clock in milliseconds, updated every `ms`. The age of what the server has
 * dated is measured with it: this device's clock may be wrong by hours.
 */
export function useServerNow(ms: number): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const stop = [tickEvery(ms, tick), serverClock.subscribe(tick)];
      return () => stop.forEach((end) => end());
    },
    [ms],
  );
  return useSyncExternalStore(subscribe, () => wholeSteps(serverClock.now(), ms));
}

function tickEvery(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms);
  return () => clearInterval(timer);
}

/** Rounds a time down, so that it changes only with a step. */
const wholeSteps = (time: number, ms: number): number => Math.floor(time / ms) * ms;
