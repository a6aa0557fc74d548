import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { probe, send } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { type ChosenMove, chosenMove, type OnlineEvent, type OnlineGame } from './onlineGame.ts';
import { showFailureAlert } from './notifications.ts';

/** A move without a confirmation in this time leads to a request of the game state; milliseconds. */
const CONFIRM_WITHIN = 5_000;

interface Store {
  onlineGame: () => OnlineGame | null;
  dispatch: (event: OnlineEvent) => void;
}

/** Returns functions that send the pending move of a store. */
export function createMoveSender({ onlineGame, dispatch }: Store) {
  let confirmTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Sends a move by HTTP while the socket is down (docs/spec/play.md#play-7.3). After an error that may pass, the
   * move stays pending, and is sent again by the socket. Its rejection is ignored once the game has gone on without it.
   */
  async function postMove(id: string, move: ChosenMove): Promise<void> {
    try {
      dispatch({ type: 'updated', game: await api.games.move({ params: { id }, body: move }) });
    } catch (error) {
      if ((error instanceof ApiError && error.mayRetry) || !isPending(id, move)) return;
      dispatch({ type: 'rejected', gameId: id });
      showFailureAlert(error, 'onlineGame.moveError', 'errors.titles.INVALID_MOVE');
    }
  }

  function isPending(gameId: string, { position, ply }: ChosenMove): boolean {
    const game = onlineGame();
    const pending = game?.game.id === gameId ? chosenMove(game) : null;
    return pending?.position === position && pending.ply === ply;
  }

  return {
    /** Sends the pending move, if there is one, and requests the state of the game if it is not confirmed in time. */
    send(): void {
      const game = onlineGame();
      const move = game && chosenMove(game);
      if (!move) return;
      const gameId = game.game.id;
      if (useConnectionStatus.getState().status !== 'open') return void postMove(gameId, move);
      send({ type: 'move', gameId, ...move });
      clearTimeout(confirmTimer);
      confirmTimer = setTimeout(() => {
        send({ type: 'request_current_game_state' });
        probe().catch(() => undefined);
      }, CONFIRM_WITHIN);
    },
    /** Waits for no confirmation any more: no move is pending. */
    settle: (): void => clearTimeout(confirmTimer),
  };
}
