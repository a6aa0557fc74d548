import { useCallback, useEffect, useState } from 'react';

/** Where the arrow keys have a meaning of their own. */
const TAKEN = '[role="grid"], input, [role="menu"], [role="dialog"]';

const keys: Record<string, (ply: number, last: number) => number> = {
  ArrowLeft: (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The move of a game that is looked at, from 0 (before the first) to `last`, where it begins. The arrow keys step
 * anywhere on the page but on the board, where they go from cell to cell. They are physical, as the board is.
 * @param onStep is called with every move that is gone to.
 */
export function useStepping(last: number, onStep: (ply: number) => void) {
  const [ply, setPly] = useState(last);

  const go = useCallback(
    (to: number) => {
      const next = Math.min(last, Math.max(0, to));
      if (next === ply) return;
      setPly(next);
      onStep(next);
    },
    [ply, last, onStep],
  );

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const step = keys[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      event.preventDefault();
      go(step(ply, last));
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go, ply, last]);

  return { ply, go };
}
