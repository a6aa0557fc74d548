import type { Game, GameResult, Participant, ServerMessageOf } from '@fifteen/contract';
import type { Position } from '@fifteen/domain';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { isSeated, knownParticipants, leaveRoom, useRoom } from '@/entities/room/room.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { send } from '@/lib/realtime/connection.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { applyEffects, cancelDue } from './effects.ts';
import { hasEndedOtherwise, isExpired } from './ending.ts';
import { createMoveSender } from './moveSender.ts';
import { clearSavedGame, isFirstNotification, saveOnlineGame, savedOnlineGame } from './savedOnlineGame.ts';
import {
  mayMove,
  initialState,
  isSwapped,
  type Online,
  type OnlineEvent,
  moveErrorAt,
  sideOf,
  step,
} from './onlineGame.ts';
import {
  notifyLeft,
  notifyExpired,
  notifyReconnected,
  notifyStarted,
  notifyFailure,
  notifyMoveError,
} from './notifications.ts';

/** Interval in which the result of a game is requested while the server fails; milliseconds. */
const READ_RETRY = 3_000;

interface OnlineStore extends Online {
  /** The mode, or `lobby`, that waits until the user confirms to leave; null without a question. */
  leaving: Mode | 'lobby' | null;
  /** How the user got their side in the game that started last; null for one that was restored. */
  seating: { gameId: string; how: 'drawn' | 'swapped' } | null;
  /** Sets the signed-in user, and restores a stored running game until the server responds. */
  enter(me: string): void;
  press(position: Position): void;
  takeControl(): void;
  closeResult(): void;
  openResult(): void;
  /** Leaves for another mode or the lobby, after a confirmation during a game; for a mode also in a room without one. */
  leaveTo(then: Mode | 'lobby'): void;
  stay(): void;
  /** Leaves the game, which loses it and its bet. */
  leave(): Promise<void>;
}

let retryTimer: ReturnType<typeof setTimeout> | undefined;
/** The game that is being left: messages about its end are ignored, unless it expired. */
let leavingGame: string | null = null;
/** The game during which the connection or the page was lost: the return to it will be announced. */
let interruptedGame: string | null = null;

useConnectionStatus.subscribe(({ status }, before) => {
  const { onlineGame } = useOnlineGame.getState();
  if (onlineGame?.phase !== 'playing') return;
  if (status === 'lost' || status === 'superseded') {
    interruptedGame = onlineGame.game.id;
    dispatch({ type: 'interrupted' });
  }
  if (status === 'lost' && before.status === 'open') moveSender.send();
});

useRoom.subscribe(({ room }, before) => {
  if (room?.id !== before.room?.id) useOnlineGame.setState({ leaving: null });
});

export const useOnlineGame = create<OnlineStore>()((set, get) => ({
  ...initialState(''),
  leaving: null,
  seating: null,
  enter(me) {
    if (get().me === me) return;
    cancelDue();
    interruptedGame = null;
    set({ ...initialState(me), leaving: null, seating: null });
    const game = savedOnlineGame();
    if (!game || sideOf(game, me) === null) return;
    dispatch({ type: 'gameJoined', game });
    dispatch({ type: 'interrupted' });
    interruptedGame = get().onlineGame?.game.id ?? null;
    if (interruptedGame) useMode.getState().setMode('online');
  },
  press(position) {
    const before = get();
    const moveError = moveErrorAt(before, position);
    if (moveError) return notifyMoveError(before, moveError);
    if (!mayMove(before)) return;
    dispatch({ type: 'press', position });
    moveSender.send();
  },
  takeControl() {
    const { onlineGame } = get();
    if (onlineGame) send({ type: 'disable_auto_play', gameId: onlineGame.game.id });
  },
  closeResult: () => dispatch({ type: 'close' }),
  openResult: () => dispatch({ type: 'open' }),
  leaveTo(then) {
    const { onlineGame, me } = get();
    const plays = onlineGame?.phase === 'playing' && sideOf(onlineGame.game, me) !== null;
    const isOnline = useMode.getState().mode === 'online';
    const waits =
      isOnline && then !== 'lobby' && !onlineGame && isSeated(knownParticipants(useRoom.getState().room), me);
    if (then !== 'online' && (plays || waits)) return set({ leaving: then });
    if (onlineGame && then !== 'online') clearOnlineGame(onlineGame.game.id);
    if (then !== 'lobby') useMode.getState().setMode(then);
  },
  stay: () => set({ leaving: null }),
  async leave() {
    const { onlineGame, leaving } = get();
    if (!onlineGame?.game.roomId || !leaving) return;
    const { id, roomId } = onlineGame.game;
    leavingGame = id;
    try {
      await leaveRoom(roomId, { losesGame: true });
    } catch (error) {
      notifyFailure(error);
      // The game may be lost nevertheless: the message about its end was ignored.
      return void send({ type: 'request_current_game_state' });
    } finally {
      leavingGame = null;
    }
    const { me, onlineGame: latest } = get();
    if (latest?.game.id !== id || hasEndedOtherwise(latest, me)) return;
    clearOnlineGame(id);
    notifyLeft(onlineGame);
    void refreshUser();
    if (leaving !== 'lobby') useMode.getState().setMode(leaving);
  },
}));

const moveSender = createMoveSender({ onlineGame: () => useOnlineGame.getState().onlineGame, dispatch });

function dispatch(event: OnlineEvent): void {
  const before = useOnlineGame.getState();
  const after = step(before, event);
  if (after === before) return;
  useOnlineGame.setState(after);
  if (after.onlineGame?.pendingMove === null) moveSender.settle();
  // A game that has begun ends the question about its room.
  if (after.onlineGame?.phase !== 'playing' || !before.onlineGame) useOnlineGame.setState({ leaving: null });
  if (after.onlineGame && after.onlineGame !== before.onlineGame) {
    if (after.onlineGame.phase === 'playing') saveOnlineGame(after.onlineGame.game);
    else clearSavedGame();
  }
  applyEffects(before, after, (what) => {
    if (what === 'show') return dispatch({ type: 'show' });
    if (hasOtherPlayer(after.me)) return;
    if (after.onlineGame) clearOnlineGame(after.onlineGame.game.id);
    useMode.getState().setMode('ai');
  });
}

/** Whether another player is in the room: one has come since the opponent left. */
function hasOtherPlayer(me: string): boolean {
  const participants = knownParticipants(useRoom.getState().room);
  return participants.some(({ userId, role }) => role === 'player' && userId !== me);
}

/** Removes a game from the screen and from storage; late messages about it are ignored. */
function clearOnlineGame(gameId: string): void {
  dispatch({ type: 'dismissed', gameId });
  clearSavedGame();
  useOnlineGame.setState({ leaving: null });
}

/** Handles the server's messages about games. */
export const onlineGameHandlers = {
  started({ game, messageId }: ServerMessageOf<'game_started'>): void {
    send({ type: 'game_started_ack', messageId });
    const { dismissed, me, onlineGame, seating } = useOnlineGame.getState();
    if (dismissed.includes(game.id)) return;
    // The server repeats the message of a start until it is acknowledged.
    const known = seating?.gameId === game.id && seating.how;
    const how = known || (onlineGame && isSwapped(game, onlineGame.game) ? 'swapped' : 'drawn');
    const side = sideOf(game, me);
    useMode.getState().setMode('online');
    useOnlineGame.setState({ seating: { gameId: game.id, how } });
    onlineGameHandlers.joined(game);
    if (!isFirstNotification(messageId)) return;
    notifyStarted(side && { side, how }, () => onlineGameHandlers.isRunning(game.id));
  },
  /** Removes a finished game when the user enters another room. */
  clearIfOtherRoom(roomId: string): void {
    const { onlineGame } = useOnlineGame.getState();
    if (onlineGame && onlineGame.phase !== 'playing' && onlineGame.game.roomId !== roomId)
      clearOnlineGame(onlineGame.game.id);
  },
  /** Joins a running game, as a player or spectator. A player who is offline in its room is offline in the game, too. */
  joined(game: Game): void {
    dispatch({ type: 'gameJoined', game });
    onlineGameHandlers.present(knownParticipants(useRoom.getState().room));
  },
  /**
   * Handles a whole game: after a reconnection, on request, or after a change of its clock. An own move that is
   * missing, but possible, is sent again.
   */
  restored({ game, participants }: ServerMessageOf<'game_reconnection'>): void {
    const known = useOnlineGame.getState().onlineGame?.game.id === game.id;
    if (game.status !== 'active' && !known) {
      void onlineGameHandlers.notPlaying();
      // Without the opponent there is no rematch: the board is free for the next game of the room.
      const isLeft = [game.playerXId, game.playerOId].some((id) =>
        participants.every(({ userId }) => userId !== id),
      );
      return isLeft ? undefined : dispatch({ type: 'previousGameLoaded', game });
    }
    if (isExpired(game)) return onlineGameHandlers.expired(game.id);
    dispatch({ type: 'gameJoined', game });
    const { onlineGame } = useOnlineGame.getState();
    if (onlineGame?.game.id !== game.id || onlineGame.phase !== 'playing') return;
    useMode.getState().setMode('online');
    moveSender.send();
    if (interruptedGame === game.id || !known) notifyReconnected();
    interruptedGame = null;
  },
  /**
   * Handles a reconnection without a running game: one that was running here has ended meanwhile. Its result is requested
   * until the server responds.
   */
  async notPlaying(): Promise<void> {
    const { onlineGame } = useOnlineGame.getState();
    if (onlineGame?.phase !== 'playing') return;
    const { id } = onlineGame.game;
    try {
      const game = await api.games.get({ params: { id } });
      if (isExpired(game)) onlineGameHandlers.expired(id);
      else dispatch({ type: 'updated', game });
    } catch (error) {
      if (error instanceof ApiError && error.mayRetry) {
        clearTimeout(retryTimer);
        retryTimer = setTimeout(() => {
          if (onlineGameHandlers.isRunning(id)) void onlineGameHandlers.notPlaying();
        }, READ_RETRY);
        return;
      }
      clearOnlineGame(id);
      notifyFailure(error);
      void refreshUser();
    }
  },
  updated: (game: Game): void => dispatch({ type: 'updated', game }),
  rejected(gameId: string | undefined): void {
    const { onlineGame } = useOnlineGame.getState();
    if (onlineGame) dispatch({ type: 'rejected', gameId: gameId ?? onlineGame.game.id });
  },
  over: (result: GameResult): void => dispatch({ type: 'over', result }),
  userOffline: (userId: string): void => dispatch({ type: 'offline', userId, since: Date.now() }),
  userOnline: (userId: string): void => dispatch({ type: 'online', userId }),
  /** Sets which players are offline, and since when. */
  present(participants: readonly Participant[]): void {
    for (const { userId, awaySince } of participants) {
      const since = awaySince && serverClock.toLocal(Date.parse(awaySince));
      if (since) dispatch({ type: 'offline', userId, since });
      else if (awaySince === null) dispatch({ type: 'online', userId });
    }
  },
  /** Whether a game is running here, and is not being left. */
  isRunning(gameId: string | null): gameId is string {
    const { onlineGame } = useOnlineGame.getState();
    return onlineGame?.phase === 'playing' && onlineGame.game.id === gameId && gameId !== leavingGame;
  },
  /** Removes a game that ended. Returns whether it was running here. */
  dismiss(gameId: string | null): boolean {
    if (!onlineGameHandlers.isRunning(gameId)) return false;
    clearOnlineGame(gameId);
    return true;
  },
  /** Removes a game that expired, and refetches the user, whose bet was paid back. */
  expired(gameId: string | null): void {
    // Its end counts also while the player is leaving: the bet was paid back.
    if (gameId === leavingGame) leavingGame = null;
    if (!onlineGameHandlers.dismiss(gameId)) return;
    notifyExpired();
    void refreshUser();
  },
};
