import type { PlayAgainRequest, ServerMessageOf } from '@fifteen/contract';
import { type ErrorCode, REMATCH_SECONDS } from '@fifteen/domain';
import { create } from 'zustand';
import { t } from 'i18next';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { useRoom } from '@/entities/room/room.ts';
import { send, withdraw } from '@/lib/realtime/connection.ts';
import { play } from '@/lib/sound/sound.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { toast } from '@/lib/toast.ts';
import { type AfterFailure, type Rematch, type RematchEvent, NO_REQUEST, step } from './rematch.ts';

/** A countdown without a message for this long has stopped: the connection is lost, or a player left. Milliseconds. */
const SILENT_AFTER = 4_000;
/** The server starts the game after its countdown; the call is for a countdown that stopped. Milliseconds. */
const START_AFTER = 4_000;

/** Errors of a start that explain nothing to a player: they have the text of a rematch that cannot start. */
const UNEXPLAINED: ReadonlySet<string> = new Set<ErrorCode>([
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
  'GAME_CANCELLED',
  'CONFLICT',
]);

/** Lifetime of a request, and the longest wait for a response; milliseconds. */
const REQUEST_LIFE = REMATCH_SECONDS * 1_000;
/** Time after its lifetime in which the server ends an unanswered request; milliseconds. */
const LAPSE_WITHIN = 10_000;

interface RematchStore extends Rematch {
  /** Requests a rematch of a game, with consent to its stake. */
  request(gameId: string, opponentId: string): Promise<void>;
  /** Dismisses the request without an answer. */
  dismiss(): void;
  /** Responds to the request; `roomId`: the room of the new game. */
  respond(response: 'accepted' | 'rejected', roomId: string | undefined): Promise<void>;
}

let silence: ReturnType<typeof setTimeout> | undefined;
let starting: ReturnType<typeof setTimeout> | undefined;
/** The fetch of open requests that is still of interest: what an earlier one returns has ended meanwhile. */
let restoration: Promise<PlayAgainRequest[]> | undefined;
/** Aborted when the rematch is over: an acceptance that waits for the connection must not start a game later. */
let consent = new AbortController();

export const useRematch = create<RematchStore>()((_, get) => ({
  ...NO_REQUEST,
  async request(gameId, requestedUserId) {
    const { ownRequest } = get();
    dispatch({ type: 'request', gameId });
    if (get().ownRequest === ownRequest) return;
    try {
      const { request } = await api.playAgain.request({ body: { requestedUserId, gameId } });
      dispatch({ type: 'sent', gameId });
      // Both players sent a request, which starts the game.
      if (request.status === 'accepted') dispatch({ type: 'answered', requestId: request.id });
      else lapseUnanswered(gameId);
    } catch (error) {
      await loadLaterTexts();
      const { text } = explainError(error, { fallback: 'rematch.requestFailed' });
      dispatch({ type: 'rejected', gameId, problem: text, next: afterFailure(error) });
    }
  },
  dismiss: () => dispatch({ type: 'dismiss' }),
  async respond(response, roomId) {
    const { opponentRequest, pendingResponse } = get();
    if (!opponentRequest || pendingResponse) return;
    const { id: requestId } = opponentRequest;
    dispatch({ type: 'respond', response });
    // A rejection starts no game: it is sent in any case.
    const signal = response === 'accepted' ? consent.signal : undefined;
    try {
      await api.playAgain.respond({ body: { requestId, response }, signal });
      dispatch({ type: 'answered', requestId });
      if (signal?.aborted === false && roomId) startAfterwards(roomId);
    } catch (error) {
      if (!signal?.aborted) handleResponseError(error, { requestId, response, signal });
    }
  },
}));

/** Returns the state of a failed request: one that would get the same error is not repeated. */
function afterFailure(error: unknown): AfterFailure {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'PLAY_AGAIN_EXISTS') return 'sent';
  return code === 'OPPONENT_LEFT' || code === 'GAME_NOT_FOUND' ? 'closed' : 'rejected';
}

interface UnsentResponse {
  requestId: string;
  response: 'accepted' | 'rejected';
  /** Aborted when the response must not be sent any more. */
  signal: AbortSignal | undefined;
}

/** Without a connection the response waits for the next one; other errors are shown. */
function handleResponseError(error: unknown, { requestId, response, signal }: UnsentResponse): void {
  if (error instanceof ApiError && error.isTransient) {
    const message = { type: 'play_again_response', requestId, response } as const;
    send(message);
    signal?.addEventListener('abort', () => withdraw(message));
    setTimeout(() => {
      withdraw(message);
      dispatch({ type: 'responseFailed', requestId });
    }, REQUEST_LIFE);
    return;
  }
  const isOver =
    error instanceof ApiError &&
    ['PLAY_AGAIN_NOT_FOUND', 'ALREADY_ANSWERED', 'OPPONENT_LEFT'].includes(error.code);
  if (isOver) dispatch({ type: 'answered', requestId });
  else dispatch({ type: 'responseFailed', requestId });
  const { text } = explainError(error, { fallback: 'rematch.responseFailed' });
  toast({ title: t('rematch.responseFailed'), description: text, tone: 'error' });
}

/**
 * Calls start-game for the room of an accepted rematch (docs/spec/play.md#play-4.7). The server reports its errors to
 * both players.
 */
function startAfterwards(roomId: string): void {
  clearTimeout(starting);
  starting = setTimeout(() => {
    api.rooms.startGame({ params: { id: roomId } }).catch(() => undefined);
  }, START_AFTER);
}

/** Ends a sent request whose end this page does not receive: the connection was lost when it was declined or lapsed. */
function lapseUnanswered(gameId: string): void {
  const { ownRequest } = useRematch.getState();
  setTimeout(() => {
    if (!ownRequest || useRematch.getState().ownRequest !== ownRequest) return;
    const problem = explainError({ code: 'PLAY_AGAIN_UNANSWERED' }).text;
    dispatch({ type: 'rejected', gameId, problem, next: 'closed' });
  }, REQUEST_LIFE + LAPSE_WITHIN);
}

function dispatch(event: RematchEvent): void {
  const before = useRematch.getState();
  const after = step(before, event);
  if (after !== before) useRematch.setState(after);
}

function count(value: number): void {
  clearTimeout(silence);
  dispatch({ type: 'count', value });
  if (value <= 0) return;
  play('tick');
  silence = setTimeout(() => dispatch({ type: 'count', value: 0 }), SILENT_AFTER);
}

/** Handles the server's messages about rematches. */
export const rematchMessages = {
  requested(request: PlayAgainRequest): void {
    const before = useRematch.getState().opponentRequest;
    dispatch({ type: 'requested', request });
    if (useRematch.getState().opponentRequest !== before) play('chat');
  },
  answered: ({ requestId }: ServerMessageOf<'play_again_response'>): void =>
    dispatch({ type: 'answered', requestId }),
  counted: ({ countdown }: ServerMessageOf<'play_again_countdown'>): void => count(countdown),
  /** Handles a declined request. Returns whether the rematch is off: the opponent's own request may still be open. */
  declined(gameId: string): boolean {
    dispatch({ type: 'declined', gameId });
    if (useRematch.getState().opponentRequest?.gameId === gameId) return false;
    rematchMessages.over();
    void loadLaterTexts().then(() =>
      toast({ title: t('rematch.declined'), description: t('rematch.declinedText') }),
    );
    return true;
  },
  /**
   * Handles an accepted rematch that could not start, and an own request that lapsed. Without an answer in time it is
   * closed, because the server takes one request of a player for each game; the opponent may still send theirs.
   */
  failed(failure: ServerMessageOf<'play_again_error'>): void {
    const { code, gameId } = failure;
    const { title, text } = explainError(UNEXPLAINED.has(code) ? { code: 'PLAY_AGAIN_FAILED' } : failure);
    if (code === 'PLAY_AGAIN_UNANSWERED' && gameId)
      dispatch({ type: 'rejected', gameId, problem: text, next: 'closed' });
    else rematchMessages.over();
    const untitled = title === t('errors.title');
    showAlert({
      type: code === 'INSUFFICIENT_COINS' ? 'coins' : 'error',
      title: untitled ? t('errors.titles.PLAY_AGAIN_FAILED') : title,
      text,
    });
  },
  /** Clears the state, and withdraws an acceptance that was not sent: a game has started, or the player leaves the room. */
  over(): void {
    clearTimeout(silence);
    clearTimeout(starting);
    consent.abort();
    consent = new AbortController();
    restoration = undefined;
    dispatch({ type: 'over' });
  },
};

// Leaving the room ends all requests.
useRoom.subscribe(({ room }, before) => {
  if (before.room && room?.id !== before.room.id) rematchMessages.over();
});

/**
 * Fetches requests that arrived while this page was closed (docs/spec/play.md#play-7.3). The socket sends them as well.
 */
export async function restoreRequests(): Promise<void> {
  const pending = api.playAgain.requests().catch(() => []);
  restoration = pending;
  const requests = await pending;
  if (restoration !== pending) return;
  for (const request of requests) rematchMessages.requested(request);
}
