import type { Game, GameResult, Participant, ServerMessageOf } from '@fifteen/contract';
import type { Position } from '@fifteen/rules';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { knownParticipants, leaveRoom, useRoom } from '@/entities/room/room.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { probe, send } from '@/lib/realtime/connection.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { useLine } from '@/lib/realtime/status.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { follow } from './follow.ts';
import { forgetGame, isFirstTelling, remember, remembered } from './memory.ts';
import { mayMove, nobodyHere, type Online, type OnlineEvent, refusalAt, sideOf, step } from './onlineGame.ts';
import { alertFailure, sayLeft, sayReconnected, sayStarted, tellFailure, tellRefusal } from './sayings.ts';

/** A move unconfirmed for so long is asked after; the answer is the state of the game. */
const CONFIRM_WITHIN = 5_000;

interface OnlineStore extends Online {
  /** The person is being asked whether to leave; the mode they want instead, or `lobby`. */
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
/** The game that is being left: what the server says of its end is no news here. */
let leavingGame: string | null = null;
/** The line was lost, or the page left, during a game: coming back is worth a word. */
let interrupted = false;

useLine.subscribe(({ status }, before) => {
  const { table } = useOnline.getState();
  if (table?.phase !== 'playing') return;
  if (status === 'lost' || status === 'taken') interrupted = true;
  if (status === 'lost' && before.status === 'open' && table.pending !== null)
    void postMove(table.game.id, table.pending);
});

export const useOnline = create<OnlineStore>()((set, get) => ({
  ...nobodyHere(''),
  leaving: null,
  enter(me) {
    if (get().me === me) return;
    set({ ...nobodyHere(me), leaving: null });
    const game = remembered();
    if (!game || sideOf(game, me) === null) return;
    happen({ type: 'seated', game });
    interrupted = get().table !== null;
    if (interrupted) useMode.getState().setMode('online');
  },
  press(position) {
    const before = get();
    const refusal = refusalAt(before, position);
    if (refusal) return tellRefusal(before, refusal);
    if (!before.table || !mayMove(before)) return;
    happen({ type: 'press', position });
    sendMove(before.table.game.id, position);
  },
  takeControl() {
    const { table } = get();
    if (table) send({ type: 'disable_auto_play', gameId: table.game.id });
  },
  closeResult: () => happen({ type: 'close' }),
  openResult: () => happen({ type: 'open' }),
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
      return tellFailure(error);
    } finally {
      leavingGame = null;
    }
    clearTable(id);
    sayLeft(table);
    void refreshUser();
    if (leaving !== 'lobby') useMode.getState().setMode(leaving);
  },
}));

function happen(event: OnlineEvent): void {
  const before = useOnline.getState();
  const after = step(before, event);
  if (after === before) return;
  useOnline.setState(after);
  if (after.table?.pending === null) clearTimeout(confirming);
  if (after.table?.phase !== 'playing') useOnline.setState({ leaving: null });
  if (after.table && after.table !== before.table) {
    if (after.table.phase === 'playing') remember(after.table.game);
    else forgetGame();
  }
  follow(before, after, (what) => {
    if (what === 'show') return happen({ type: 'show' });
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
  if (useLine.getState().status !== 'open') return void postMove(gameId, position);
  send({ type: 'move', gameId, position });
  clearTimeout(confirming);
  confirming = setTimeout(() => {
    send({ type: 'request_current_game_state' });
    probe().catch(() => undefined);
  }, CONFIRM_WITHIN);
}

/**
 * Sends a move by HTTP, because the socket is down (core-of-play 7). Without an answer the move stays pending, and goes
 * out again when the socket is back.
 */
async function postMove(id: string, position: Position): Promise<void> {
  try {
    happen({ type: 'told', game: await api.games.move({ params: { id }, body: { position } }) });
  } catch (error) {
    if (error instanceof ApiError && error.passing) return;
    happen({ type: 'refused', gameId: id });
    alertFailure(error, 'onlineGame.moveError');
  }
}

/** Takes a game off the table and out of the browser's memory; late messages about it find nobody. */
function clearTable(gameId: string): void {
  happen({ type: 'gone', gameId });
  forgetGame();
  useOnline.setState({ leaving: null });
}

/** What the server's messages do to the table. */
export const onlineTable = {
  started({ game, messageId }: ServerMessageOf<'game_started'>): void {
    send({ type: 'game_started_ack', messageId });
    const { gone, me, table } = useOnline.getState();
    if (gone.includes(game.id)) return;
    const how = table?.game.roomId === game.roomId ? 'swapped' : 'drawn';
    const side = sideOf(game, me);
    useMode.getState().setMode('online');
    happen({ type: 'seated', game });
    if (isFirstTelling(messageId)) sayStarted(side && { side, how });
  },
  /** The person is in another room now: what was over before is taken off the table. */
  setAnew(roomId: string): void {
    const { table } = useOnline.getState();
    if (table && table.phase !== 'playing' && table.game.roomId !== roomId) clearTable(table.game.id);
  },
  /** A game that runs in the room that was entered. */
  watched: (game: Game): void => happen({ type: 'seated', game }),
  /**
   * The whole game: after a reconnection, when it was asked for, or because its clock was moved. An own move that it
   * does not have, but could, is sent again.
   */
  restored({ game, participants }: ServerMessageOf<'game_reconnection'>): void {
    const known = useOnline.getState().table?.game.id === game.id;
    if (game.status !== 'active' && !known) {
      void onlineTable.notPlaying();
      // Without the opponent there is no rematch: the board is free for the next game of the room.
      const isLeft = [game.playerXId, game.playerOId].some((id) =>
        participants.every(({ userId }) => userId !== id),
      );
      return isLeft ? undefined : happen({ type: 'left-lying', game });
    }
    happen({ type: 'seated', game });
    const { table } = useOnline.getState();
    if (table?.game.id !== game.id || table.phase !== 'playing') return;
    useMode.getState().setMode('online');
    if (table.pending !== null) sendMove(game.id, table.pending);
    if (interrupted || !known) sayReconnected();
    interrupted = false;
  },
  /** After a reconnection: the server has no running game for us. If we had one, it ended meanwhile. */
  async notPlaying(): Promise<void> {
    const { table } = useOnline.getState();
    if (table?.phase !== 'playing') return;
    const { id } = table.game;
    try {
      happen({ type: 'told', game: await api.games.get({ params: { id } }) });
    } catch (error) {
      clearTable(id);
      tellFailure(error);
    }
  },
  told: (game: Game): void => happen({ type: 'told', game }),
  refused(gameId: string | undefined): void {
    const { table } = useOnline.getState();
    if (table) happen({ type: 'refused', gameId: gameId ?? table.game.id });
  },
  over: (result: GameResult): void => happen({ type: 'over', result }),
  away: (userId: string): void => happen({ type: 'away', userId, since: Date.now() }),
  back: (userId: string): void => happen({ type: 'back', userId }),
  /** Who is at the table, and who is away and since when. */
  present(participants: readonly Participant[]): void {
    for (const { userId, awaySince } of participants) {
      const since = awaySince && serverClock.toLocal(Date.parse(awaySince));
      if (since) happen({ type: 'away', userId, since });
      else if (awaySince === null) happen({ type: 'back', userId });
    }
  },
  /** Answers whether it was the game at this table, and still running. */
  gone(gameId: string | null): boolean {
    const { table } = useOnline.getState();
    if (table?.phase !== 'playing' || table.game.id !== gameId || gameId === leavingGame) return false;
    clearTable(gameId);
    return true;
  },
};
