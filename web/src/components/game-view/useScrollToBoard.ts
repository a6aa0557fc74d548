import { useEffect } from 'react';
import { reducedMotion } from '@/lib/a11y/media.ts';

/** Scrolls the board into view when `gameId` changes to a new game. A board in view stays where it is. */
export function useScrollToBoard(gameId: string | null): void {
  useEffect(() => {
    if (!gameId) return;
    document
      .querySelector('[data-board]')
      ?.parentElement?.scrollIntoView({ block: 'nearest', behavior: reducedMotion() ? 'auto' : 'smooth' });
  }, [gameId]);
}
