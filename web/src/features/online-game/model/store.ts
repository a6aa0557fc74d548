import type { Game, GameResult, Participant, ServerMessageOf } from '@fifteen/contract';
import type { Position } from '@fifteen/domain';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { knownParticipants, leaveRoom, useRoom } from '@/entities/room/room.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { probe, send } from '@/lib/realtime/connection.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { applyEffects } from './effects.ts';
import { clearSavedGame, isFirstNotification, saveOnlineGame, savedOnlineGame } from './savedOnlineGame.ts';
import {
  mayMove,
  initialState,
  type Online,
  type OnlineEvent,
  moveErrorAt,
  sideOf,
  step,
} from './onlineGame.ts';
import {
  showFailureAlert,
  notifyLeft,
  notifyReconnected,
  notifyStarted,
  notifyFailure,
  notifyMoveError,
} from './notifications.ts';

/** A move unconfirmed for so long is asked after; the answer is the state of the game. */
const CONFIRM_WITHIN = 5_000;

interface OnlineStore extends Online {
  /** The user is being asked whether to leave; the mode they want instead, or `lobby`. */
  leaving: Mode | 'lobby' | null;
  /** Who is signed in. A game that was running when the page was left is at the table again, until the server speaks. */
  enter(me: string): void;
  press(position: Position): void;
  takeControl(): void;
  closeResult(): void;
  openResult(): void;
  /** Another mode was chosen, or the lobby: a running game is given up only after asking. */
  leaveFor(then: Mode | 'lobby'): void;
  stay(): void;
  /** Gives the game up: it is lost, and the bet with it. */
  leave(): Promise<void>;
}

let confirming: ReturnType<typeof setTimeout> | undefined;
/** The game that is being left: messages about its end are ignored. */
let leavingGame: string | null = null;
/** The connection was lost, or the page left, during a game: coming back is worth a word. */
let interrupted = false;

useConnectionStatus.subscribe(({ status }, before) => {
  const { table } = useOnline.getState();
  if (table?.phase !== 'playing') return;
  if (status === 'lost' || status === 'superseded') interrupted = true;
  if (status === 'lost' && before.status === 'open' && table.pending !== null)
    void postMove(table.game.id, table.pending);
});

export const useOnline = create<OnlineStore>()((set, get) => ({
  ...initialState(''),
  leaving: null,
  enter(me) {
    if (get().me === me) return;
    set({ ...initialState(me), leaving: null });
    const game = savedOnlineGame();
    if (!game || sideOf(game, me) === null) return;
    dispatch({ type: 'seated', game });
    interrupted = get().table !== null;
    if (interrupted) useMode.getState().setMode('online');
  },
  press(position) {
    const before = get();
    const moveError = moveErrorAt(before, position);
    if (moveError) return notifyMoveError(before, moveError);
    if (!before.table || !mayMove(before)) return;
    dispatch({ type: 'press', position });
    sendMove(before.table.game.id, position);
  },
  takeControl() {
    const { table } = get();
    if (table) send({ type: 'disable_auto_play', gameId: table.game.id });
  },
  closeResult: () => dispatch({ type: 'close' }),
  openResult: () => dispatch({ type: 'open' }),
  leaveFor(then) {
    const { table } = get();
    const plays = table?.phase === 'playing' && sideOf(table.game, get().me) !== null;
    if (plays && then !== 'online') return set({ leaving: then });
    if (table && then !== 'online') clearTable(table.game.id);
    if (then !== 'lobby') useMode.getState().setMode(then);
  },
  stay: () => set({ leaving: null }),
  async leave() {
    const { table, leaving } = get();
    if (!table?.game.roomId || !leaving) return;
    const { id, roomId } = table.game;
    leavingGame = id;
    try {
      await leaveRoom(roomId);
    } catch (error) {
      return notifyFailure(error);
    } finally {
      leavingGame = null;
    }
    clearTable(id);
    notifyLeft(table);
    void refreshUser();
    if (leaving !== 'lobby') useMode.getState().setMode(leaving);
  },
}));

function dispatch(event: OnlineEvent): void {
  const before = useOnline.getState();
  const after = step(before, event);
  if (after === before) return;
  useOnline.setState(after);
  if (after.table?.pending === null) clearTimeout(confirming);
  if (after.table?.phase !== 'playing') useOnline.setState({ leaving: null });
  if (after.table && after.table !== before.table) {
    if (after.table.phase === 'playing') saveOnlineGame(after.table.game);
    else clearSavedGame();
  }
  applyEffects(before, after, (what) => {
    if (what === 'show') return dispatch({ type: 'show' });
    if (hasCompany(after.me)) return;
    if (after.table) clearTable(after.table.game.id);
    useMode.getState().setMode('ai');
  });
}

/** Whether another player sits in the room: one has come since the opponent left. */
function hasCompany(me: string): boolean {
  const { room } = useRoom.getState();
  return (
    room !== null && knownParticipants(room).some(({ userId, role }) => role === 'player' && userId !== me)
  );
}

/** Sends a move, and asks how the game stands when it is not confirmed in time. */
function sendMove(gameId: string, position: Position): void {
  if (useConnectionStatus.getState().status !== 'open') return void postMove(gameId, position);
  send({ type: 'move', gameId, position });
  clearTimeout(confirming);
  confirming = setTimeout(() => {
    send({ type: 'request_current_game_state' });
    probe().catch(() => undefined);
  }, CONFIRM_WITHIN);
}

/**
 * Sends a move by HTTP, because the socket is down (docs/spec/play.md#play-7.3). Without an answer the move stays pending, and goes
 * out again when the socket is back.
 */
async function postMove(id: string, position: Position): Promise<void> {
  try {
    dispatch({ type: 'updated', game: await api.games.move({ params: { id }, body: { position } }) });
  } catch (error) {
    if (error instanceof ApiError && error.isTransient) return;
    dispatch({ type: 'rejected', gameId: id });
    showFailureAlert(error, 'onlineGame.moveError');
  }
}

/** Takes a game off the table and out of the browser's memory; late messages about it are ignored. */
function clearTable(gameId: string): void {
  dispatch({ type: 'gone', gameId });
  clearSavedGame();
  useOnline.setState({ leaving: null });
}

/** What the server's messages do to the table. */
export const onlineGame = {
  started({ game, messageId }: ServerMessageOf<'game_started'>): void {
    send({ type: 'game_started_ack', messageId });
    const { gone, me, table } = useOnline.getState();
    if (gone.includes(game.id)) return;
    const how = table?.game.roomId === game.roomId ? 'swapped' : 'drawn';
    const side = sideOf(game, me);
    useMode.getState().setMode('online');
    dispatch({ type: 'seated', game });
    if (isFirstNotification(messageId)) notifyStarted(side && { side, how });
  },
  /** The user is in another room now: what was over before is taken off the table. */
  clearIfOtherRoom(roomId: string): void {
    const { table } = useOnline.getState();
    if (table && table.phase !== 'playing' && table.game.roomId !== roomId) clearTable(table.game.id);
  },
  /** A game that runs in the room that was entered. */
  watched: (game: Game): void => dispatch({ type: 'seated', game }),
  /**
   * The whole game: after a reconnection, when it was asked for, or because its clock was moved. An own move that it
   * does not have, but could, is sent again.
   */
  restored({ game, participants }: ServerMessageOf<'game_reconnection'>): void {
    const known = useOnline.getState().table?.game.id === game.id;
    if (game.status !== 'active' && !known) {
      void onlineGame.notPlaying();
      // Without the opponent there is no rematch: the board is free for the next game of the room.
      const isLeft = [game.playerXId, game.playerOId].some((id) =>
        participants.every(({ userId }) => userId !== id),
      );
      return isLeft ? undefined : dispatch({ type: 'previousGameLoaded', game });
    }
    dispatch({ type: 'seated', game });
    const { table } = useOnline.getState();
    if (table?.game.id !== game.id || table.phase !== 'playing') return;
    useMode.getState().setMode('online');
    if (table.pending !== null) sendMove(game.id, table.pending);
    if (interrupted || !known) notifyReconnected();
    interrupted = false;
  },
  /** After a reconnection: the server has no running game for us. If we had one, it ended meanwhile. */
  async notPlaying(): Promise<void> {
    const { table } = useOnline.getState();
    if (table?.phase !== 'playing') return;
    const { id } = table.game;
    try {
      dispatch({ type: 'updated', game: await api.games.get({ params: { id } }) });
    } catch (error) {
      clearTable(id);
      notifyFailure(error);
    }
  },
  updated: (game: Game): void => dispatch({ type: 'updated', game }),
  rejected(gameId: string | undefined): void {
    const { table } = useOnline.getState();
    if (table) dispatch({ type: 'rejected', gameId: gameId ?? table.game.id });
  },
  over: (result: GameResult): void => dispatch({ type: 'over', result }),
  userOffline: (userId: string): void => dispatch({ type: 'offline', userId, since: Date.now() }),
  userOnline: (userId: string): void => dispatch({ type: 'online', userId }),
  /** Who is at the table, and who is away and since when. */
  present(participants: readonly Participant[]): void {
    for (const { userId, awaySince } of participants) {
      const since = awaySince && serverClock.toLocal(Date.parse(awaySince));
      if (since) dispatch({ type: 'offline', userId, since });
      else if (awaySince === null) dispatch({ type: 'online', userId });
    }
  },
  /** Returns whether it was the game at this table, and still running. */
  gone(gameId: string | null): boolean {
    const { table } = useOnline.getState();
    if (table?.phase !== 'playing' || table.game.id !== gameId || gameId === leavingGame) return false;
    clearTable(gameId);
    return true;
  },
};
