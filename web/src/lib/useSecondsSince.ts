import { useCallback, useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;

/**
 * Returns the whole seconds since an instant, negative before it. It updates when the number changes and at no other
 * time: a clock that renders more often keeps the processor of a phone awake.
 * @param instant milliseconds of this device's clock
 */
export function useSecondsSince(instant: number): number {
  const subscribe = useCallback(
    (update: () => void) => {
      const untilNext = () => SECOND_MS - ((((Date.now() - instant) % SECOND_MS) + SECOND_MS) % SECOND_MS);
      const tick = () => {
        update();
        timer = setTimeout(tick, untilNext());
      };
      let timer = setTimeout(tick, untilNext());
      return () => clearTimeout(timer);
    },
    [instant],
  );
  return useSyncExternalStore(subscribe, () => Math.floor((Date.now() - instant) / SECOND_MS));
}
