import { useEffect, useState } from 'react';

/** The game whose result is open, also while the player visits another page; null after the player has closed it. */
let openId: string | null = null;

/**
 * Returns whether a result is shown for the first time, not again after another page: a win is celebrated once. The
 * component must have the game's id as its key.
 * @returns also the function that closes the result; one that is opened again later counts as shown for the first time.
 */
export function useFirstShowing(gameId: string, onClose: () => void) {
  const [isFirst] = useState(() => gameId !== openId);
  useEffect(() => {
    openId = gameId;
  }, [gameId]);
  function close(): void {
    openId = null;
    onClose();
  }
  return { isFirst, close };
}
