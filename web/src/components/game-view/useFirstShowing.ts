import { useEffect, useState } from 'react';
import { create } from 'zustand';

/** The game whose result is open, also while the player visits another page; null after the player has closed it. */
const useOpenResult = create<{ gameId: string | null }>()(() => ({ gameId: null }));

/**
 * Returns whether a result is shown for the first time, not again after another page: a win is celebrated once. The
 * component must have the game's id as its key.
 * @returns also the function that closes the result; one that is opened again later counts as shown for the first time.
 */
export function useFirstShowing(gameId: string, onClose: () => void) {
  const [isFirst] = useState(() => gameId !== useOpenResult.getState().gameId);
  useEffect(() => {
    useOpenResult.setState({ gameId });
  }, [gameId]);
  function close(): void {
    useOpenResult.setState({ gameId: null });
    onClose();
  }
  return { isFirst, close };
}
