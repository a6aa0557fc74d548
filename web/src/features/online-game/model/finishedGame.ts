import { useOnlineGame } from './store.ts';

/** Returns the id of the game whose result is shown or about to be; null without one. */
export function finishedGameId(): string | null {
  const { onlineGame } = useOnlineGame.getState();
  if (!onlineGame || onlineGame.phase === 'closed') return null;
  return onlineGame.phase === 'playing' && !onlineGame.confirmedState.outcome ? null : onlineGame.game.id;
}
