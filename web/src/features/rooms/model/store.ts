import type { ClientMessage, ParticipantRole, Room, ServerMessageOf } from '@fifteen/contract';
import { DEFAULT_ROOM_NAME, type ROOM_BETS } from '@fifteen/domain';
import { CREATE_ROOM_TIMEOUT, JOIN_ROOM_TIMEOUT, START_GAME_TIMEOUT } from '@fifteen/contract/constants';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { explainError } from '@/lib/errors.ts';
import { beginEntry, endEntry, enterRoom, leaveRoom, useRoom } from '@/entities/room/room.ts';
import { sessionLost } from '@/entities/session/session.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { send, withdraw } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { toast } from '@/lib/toast.ts';
import {
  type ChallengedPlayer,
  type RoomRequests,
  type RoomRequestEvent,
  IDLE,
  type Kind,
  step,
} from './roomRequest.ts';
import { lateProblem, problemOf, unconnectedProblem } from './problem.ts';
import { invite } from './invite.ts';

/** A bet of a room. */
export type Bet = (typeof ROOM_BETS)[number];

/** Options of a new room. */
interface RoomOptions extends Pick<Room, 'maxPlayers' | 'isPrivate'> {
  betAmount: Bet;
}

interface RoomRequestStore extends RoomRequests {
  /** Opens the dialog that creates a room; for a challenged player, who will be invited. */
  open(challenged?: ChallengedPlayer): void;
  close(): void;
  /** Closes the dialog and gives up the pending request of a user who has signed out. */
  forget(): void;
  createRoom(options: RoomOptions): void;
  /** Joins a room. The server leaves the present room only when the new one accepts. */
  joinRoom(code: string, role: ParticipantRole): void;
  /** The same for the field of codes, which shows an unknown code itself (ADR 35). */
  joinByTypedCode(code: string, role: ParticipantRole): void;
  startGame(): void;
  /** Leaves a room without a running game of the user. */
  leave(): Promise<void>;
}

const TIMEOUT_MS: Record<Kind, number> = {
  create: CREATE_ROOM_TIMEOUT,
  join: JOIN_ROOM_TIMEOUT,
  start: START_GAME_TIMEOUT,
};

/** Whether the pending code was typed into the field. */
let isTypedCode = false;
let timeout: ReturnType<typeof setTimeout> | undefined;
/**
 * The message without a response. After a reconnection it is sent again under the same id, so that it takes effect
 * once; after a timeout it is not sent any more.
 */
let pendingMessage: ClientMessage | null = null;

useConnectionStatus.subscribe(({ status }, before) => {
  if (pendingMessage && status === 'open' && before.status !== 'open') send(pendingMessage);
});

export const useRoomRequests = create<RoomRequestStore>()(() => ({
  ...IDLE,
  open: (challenged) => dispatch({ type: 'open', challenged: challenged ?? null }),
  close: () => dispatch({ type: 'close' }),
  forget: () => dispatch({ type: 'forget' }),
  createRoom(options) {
    request('create', (requestId) => ({
      type: 'create_room',
      requestId,
      roomData: { name: DEFAULT_ROOM_NAME, ...options },
    }));
  },
  joinRoom(code, role) {
    request('join', (requestId) => ({ type: 'join_room_request', requestId, code, role }));
  },
  joinByTypedCode(code, role) {
    useRoomRequests.getState().joinRoom(code, role);
    isTypedCode = useRoomRequests.getState().pending?.kind === 'join';
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
      // The server may have carried it out nevertheless: the message about it was ignored.
      send({ type: 'request_current_game_state' });
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
  clearTimeout(timeout);
  if (pendingMessage) withdraw(pendingMessage);
  pendingMessage = null;
  if (after.pending?.kind === 'join') beginEntry();
  else if (before.pending?.kind === 'join') endEntry();
  if (after.pending) timeout = setTimeout(() => fail(lateProblem), TIMEOUT_MS[after.pending.kind]);
}

/** Sends a request, which needs an open connection. */
function request(kind: Kind, frame: (requestId: string) => ClientMessage): void {
  if (useRoomRequests.getState().pending) return;
  const requestId = uniqueId();
  isTypedCode = false;
  dispatch({ type: 'request', kind, requestId });
  if (useConnectionStatus.getState().status !== 'open') return fail(unconnectedProblem);
  pendingMessage = frame(requestId);
  send(pendingMessage);
}

/** Fails the pending request: shows the error in the dialog that creates a room, else in an alert. */
function fail(explain: (kind: Kind) => ReturnType<typeof problemOf>, code?: string): void {
  const { pending } = useRoomRequests.getState();
  if (!pending) return;
  const { kind, requestId } = pending;
  const problem = explain(kind);
  const inPlace = kind === 'create' || (isTypedCode && code === 'ROOM_NOT_FOUND');
  dispatch({ type: 'failed', requestId, problem, inPlace });
  if (!inPlace) showAlert(problem);
  else if (kind === 'join') announce(problem.text, 'assertive');
}

type Failure = ServerMessageOf<'create_room_error' | 'join_room_error' | 'start_game_error'>;

/** Confirms an entry once, even if a reconnection reported the room before the response. */
function confirmEntry(
  { room, participants, requestId }: ServerMessageOf<'create_room_success' | 'join_room_success'>,
  say: () => string,
): void {
  const isPending = useRoomRequests.getState().pending?.requestId === requestId;
  dispatch({ type: 'done', requestId });
  if (enterRoom(room, participants) || isPending)
    void loadLaterTexts().then(() => toast({ title: say(), tone: 'ok' }));
}

/** Handles the server's messages about room requests. */
export const roomMessages = {
  created(message: ServerMessageOf<'create_room_success'>): void {
    const { lastCreation } = useRoomRequests.getState();
    confirmEntry(message, () => t('rooms.created', { code: message.room.code }));
    const challenged = lastCreation?.requestId === message.requestId && lastCreation.challenged;
    if (challenged) void invite(message.room.id, challenged.id);
  },
  joined: (message: ServerMessageOf<'join_room_success'>): void =>
    confirmEntry(message, () => t('rooms.joined')),
  /** Withdraws the pending start: a game of the room has started, or the player leaves the room. */
  endStart(): void {
    const { pending } = useRoomRequests.getState();
    if (pending?.kind === 'start') dispatch({ type: 'done', requestId: pending.requestId });
  },
  rejected(failure: Failure): void {
    // The start that the owner of the room requested, reported to the other player.
    if (failure.type === 'start_game_error' && !failure.requestId)
      return showAlert(problemOf('start', failure));
    const { pending } = useRoomRequests.getState();
    if (failure.requestId && failure.requestId !== pending?.requestId) return;
    if (pending?.kind === 'start' && failure.code === 'UNAUTHORIZED') {
      dispatch({ type: 'done', requestId: pending.requestId });
      return sessionLost();
    }
    fail((kind) => problemOf(kind, failure), failure.code);
  },
};
