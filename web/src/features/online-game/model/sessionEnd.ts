import { useMode } from '@/lib/state/mode.ts';
import { useTurn } from '@/lib/state/turn.ts';
import { savedOnlineGame } from './savedOnlineGame.ts';
import { useOnlineGame } from './store.ts';

/**
 * Clears the online game and the mode of a user whose session has ended. A logout has removed the stored game. A session
 * that has only expired leaves it: then a running game stays for its user, who may sign in again.
 */
export function clearLastUser(): void {
  const { onlineGame, enter } = useOnlineGame.getState();
  const mayGoOn = onlineGame?.phase === 'playing' && savedOnlineGame()?.id === onlineGame.game.id;
  if (!mayGoOn) enter('');
  useTurn.setState({ isOwn: false });
  useMode.getState().setMode('ai');
}
