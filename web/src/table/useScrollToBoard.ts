import { useEffect } from 'react';
import { reducedMotion } from '@/a11y/media.ts';

/** Scrolls the board into view when a game starts: whenever `gameId` becomes another one. */
export function useScrollToBoard(gameId: string | null): void {
  useEffect(() => {
    if (!gameId) return;
    document
      .querySelector('[data-board]')
      ?.scrollIntoView({ block: 'center', behavior: reducedMotion() ? 'auto' : 'smooth' });
  }, [gameId]);
}
