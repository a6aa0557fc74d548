import { useCallback, useEffect, useState } from 'react';

/** Elements with their own meaning of arrow keys. */
const OWN_ARROW_KEYS = '[role="grid"], input, [role="menu"], [role="dialog"]';

const keys: Record<string, (ply: number, last: number) => number> = {
  ArrowLeft: (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Returns the current move of a review, from 0 (before the first) to `last`. Arrow keys step anywhere on the page except
 * on the board, where they move between cells. They are physical, as the board is.
 * @param first the move to start at, if the game has it; `last` otherwise
 * @param onStep called with every move that becomes current
 */
export function useStepping(first: number, last: number, onStep: (ply: number) => void) {
  const [ply, setPly] = useState(first > 0 && first < last ? first : last);

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
      if (event.target instanceof Element && event.target.closest(OWN_ARROW_KEYS)) return;
      event.preventDefault();
      go(step(ply, last));
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go, ply, last]);

  return { ply, go };
}
