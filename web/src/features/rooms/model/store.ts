import type { ClientMessage, Role, Room, ServerMessageOf } from '@fifteen/contract';
import {
  CREATE_ROOM_TIMEOUT,
  DEFAULT_ROOM_NAME,
  JOIN_ROOM_TIMEOUT,
  type ROOM_BETS,
  START_GAME_TIMEOUT,
} from '@fifteen/contract/constants';
import { create } from 'zustand';
import { t } from 'i18next';
import { laterTexts } from '@/lib/i18n/i18n.ts';
import { explainError } from '@/lib/errors.ts';
import { beginEntry, endEntry, enterRoom, leaveRoom, useRoom } from '@/entities/room/room.ts';
import { sessionLost } from '@/entities/session/session.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { send } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { toast } from '@/lib/toast.ts';
import {
  type Guest,
  type RoomRequests,
  type RoomRequestEvent,
  IDLE,
  type Kind,
  step,
} from './roomRequest.ts';
import { lateProblem, problemOf, unconnectedProblem } from './problem.ts';
import { invite } from './invite.ts';

/** What a room may be played for. */
export type Bet = (typeof ROOM_BETS)[number];

/** How a new room shall be. */
interface RoomOptions extends Pick<Room, 'maxPlayers' | 'isPrivate'> {
  betAmount: Bet;
}

interface RoomRequestStore extends RoomRequests {
  /** Opens the dialog that makes a room; for a challenged player, who is invited when it is there. */
  open(guest?: Guest): void;
  close(): void;
  createRoom(wishes: RoomOptions): void;
  /** The server leaves the present room when the new one accepts: a error costs nothing. */
  joinRoom(code: string, role: Role): void;
  /** The same from the field for codes, which shows it itself when no room has that code (ADR 35). */
  joinTyped(code: string, role: Role): void;
  startGame(): void;
  /** Out of a room in which no own game runs. */
  leave(): Promise<void>;
}

const WITHIN: Record<Kind, number> = {
  create: CREATE_ROOM_TIMEOUT,
  join: JOIN_ROOM_TIMEOUT,
  start: START_GAME_TIMEOUT,
};

/** The code of the present request was typed into the field for codes. */
let isTyped = false;
let late: ReturnType<typeof setTimeout> | undefined;
/** What went out and is not answered. When the connection was lost meanwhile it is said again, under the same id: done once. */
let pendingMessage: ClientMessage | null = null;

useConnectionStatus.subscribe(({ status }, before) => {
  if (pendingMessage && status === 'open' && before.status !== 'open') send(pendingMessage);
});

export const useRoomRequests = create<RoomRequestStore>()(() => ({
  ...IDLE,
  open: (guest) => dispatch({ type: 'open', guest: guest ?? null }),
  close: () => dispatch({ type: 'close' }),
  createRoom(wishes) {
    request('create', (requestId) => ({
      type: 'create_room',
      requestId,
      roomData: { name: DEFAULT_ROOM_NAME, ...wishes },
    }));
  },
  joinRoom(code, role) {
    request('join', (requestId) => ({ type: 'join_room_request', requestId, code, role }));
  },
  joinTyped(code, role) {
    useRoomRequests.getState().joinRoom(code, role);
    isTyped = useRoomRequests.getState().pending?.kind === 'join';
  },
  startGame() {
    const { room } = useRoom.getState();
    if (room) request('start', (requestId) => ({ type: 'start_game_request', roomId: room.id, requestId }));
  },
  async leave() {
    try {
      await leaveRoom();
      toast({ title: t('rooms.left') });
    } catch (error) {
      notifyFailure(error);
    }
  },
}));

function notifyFailure(error: unknown): void {
  const { title, text } = explainError(error);
  toast({ title, description: text, tone: 'error' });
}

function dispatch(event: RoomRequestEvent): void {
  const before = useRoomRequests.getState();
  const after = step(before, event);
  if (after === before) return;
  useRoomRequests.setState(after);
  if (after.pending === before.pending) return;
  clearTimeout(late);
  pendingMessage = null;
  if (after.pending?.kind === 'join') beginEntry();
  else if (before.pending?.kind === 'join') endEntry();
  if (after.pending) late = setTimeout(() => fail(lateProblem), WITHIN[after.pending.kind]);
}

/** Asks the server. To start a game can wait for the connection to come back; for the others a player has to be there. */
function request(kind: Kind, frame: (requestId: string) => ClientMessage): void {
  if (useRoomRequests.getState().pending) return;
  const requestId = uniqueId();
  isTyped = false;
  dispatch({ type: 'request', kind, requestId });
  if (useConnectionStatus.getState().status !== 'open' && kind !== 'start') return fail(unconnectedProblem);
  const message = frame(requestId);
  // Not sent now, it waits in the queue.
  pendingMessage = send(message) ? message : null;
}

/** Fails the pending request: shows the error in the dialog that creates a room, else in an alert. */
function fail(explain: (kind: Kind) => ReturnType<typeof problemOf>, code?: string): void {
  const { pending } = useRoomRequests.getState();
  if (!pending) return;
  const { kind, requestId } = pending;
  const problem = explain(kind);
  const inPlace = kind === 'create' || (isTyped && code === 'ROOM_NOT_FOUND');
  dispatch({ type: 'failed', requestId, problem, inPlace });
  if (!inPlace) showAlert(problem);
}

type Failure = ServerMessageOf<'create_room_error' | 'join_room_error' | 'start_game_error'>;

/** Confirms that the requested room was entered; once, also where a reconnection reported the room before the response. */
function confirmEntry(
  { room, participants, requestId }: ServerMessageOf<'create_room_success' | 'join_room_success'>,
  say: () => string,
): void {
  const awaited = useRoomRequests.getState().pending?.requestId === requestId;
  dispatch({ type: 'done', requestId });
  if (enterRoom(room, participants) || awaited)
    void laterTexts().then(() => toast({ title: say(), tone: 'ok' }));
}

/** What the server's messages do to room requests. */
export const roomMessages = {
  created(message: ServerMessageOf<'create_room_success'>): void {
    const { guest } = useRoomRequests.getState();
    confirmEntry(message, () => t('rooms.created', { code: message.room.code }));
    if (guest) void invite(message.room.id, guest.id);
  },
  joined: (message: ServerMessageOf<'join_room_success'>): void =>
    confirmEntry(message, () => t('rooms.joined')),
  /** The game of the room began: asked for or not, nothing is to be waited for any more. */
  started(): void {
    const { pending } = useRoomRequests.getState();
    if (pending?.kind === 'start') dispatch({ type: 'done', requestId: pending.requestId });
  },
  rejected(failure: Failure): void {
    const { pending } = useRoomRequests.getState();
    if (failure.requestId && failure.requestId !== pending?.requestId) return;
    if (pending?.kind === 'start' && failure.code === 'UNAUTHORIZED') {
      dispatch({ type: 'done', requestId: pending.requestId });
      return sessionLost();
    }
    fail((kind) => problemOf(kind, failure), failure.code);
  },
};
