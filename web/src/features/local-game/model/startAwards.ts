import { withRetries } from '@/lib/lazyComponent.ts';
import { earnsCoins, type LocalGame } from './localGame.ts';
import { addAward } from './pendingAwards.ts';
import { useLocalGame } from './store.ts';

/**
 * Stores every win against the computer that earns coins from now on, and claims its reward when it is reported. Stored
 * rewards that were not claimed are claimed now, and whenever the network returns. The code of the claims is loaded after
 * the board. It may come late or fail, so storing a win does not need it, and each claim loads it if it is missing.
 * @returns the function that stops it
 */
export function startAwards(userId: string): () => void {
  const claim = (isExpected: boolean) =>
    void withRetries(() => import('./award.ts')).then(
      ({ claimAwards }) => claimAwards(userId, isExpected),
      () => undefined,
    );
  const claimNow = () => claim(false);
  const isWin = (game: LocalGame) => earnsCoins(game) && game.state.outcome?.winner === 'X';
  const keepWin = (game: LocalGame) => {
    const { id, difficulty, state } = game;
    if (game.phase === 'over' && isWin(game))
      addAward({ userId, game: { id, difficulty, moves: [...state.moves] } });
  };

  keepWin(useLocalGame.getState().game);
  claimNow();
  addEventListener('online', claimNow);
  const unsubscribe = useLocalGame.subscribe(({ game }, { game: before }) => {
    if (game.phase === before.phase) return;
    keepWin(game);
    if (game.phase === 'resultShown' && isWin(game)) claim(true);
  });
  return () => {
    removeEventListener('online', claimNow);
    unsubscribe();
  };
}
