import { useEffect, useState } from 'react';

/**
 * Returns whether something has been shown for so many milliseconds. A press before that was meant for what stood in its
 * place.
 */
export function useShownFor(isShown: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setOver(true), ms);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isShown, ms]);
  return isOver;
}
