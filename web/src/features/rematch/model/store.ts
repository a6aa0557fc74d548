import type { PlayAgainRequest, ServerMessageOf } from '@fifteen/contract';
import { create } from 'zustand';
import { t } from 'i18next';
import { laterTexts } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { useRoom } from '@/entities/room/room.ts';
import { send } from '@/lib/realtime/connection.ts';
import { play } from '@/lib/sound/sound.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { toast } from '@/lib/toast.ts';
import { type Rematch, type RematchEvent, NO_REQUEST, step } from './rematch.ts';

/** A countdown without a message for this long has stopped: the connection is down, or a player left. */
const SILENT_AFTER = 4_000;
/** The server begins by itself when its countdown is over; the call is for when it could not count to the end. */
const START_AFTER = 4_000;

/** So long a request waits for its answer; an answer on its way is waited for no longer. */
const REQUEST_LIFE = 60_000;

interface RematchStore extends Rematch {
  /** Asks the opponent of that game for another; it is consent to its stake. */
  request(gameId: string, opponentId: string): Promise<void>;
  /** Puts the question aside without an answer. */
  dismiss(): void;
  /** Answers it; `roomId` is where the new game is to start. */
  respond(response: 'accepted' | 'rejected', roomId: string | undefined): Promise<void>;
}

let silence: ReturnType<typeof setTimeout> | undefined;
let starting: ReturnType<typeof setTimeout> | undefined;

export const useRematch = create<RematchStore>()((_, get) => ({
  ...NO_REQUEST,
  async request(gameId, requestedUserId) {
    const { ownRequest } = get();
    dispatch({ type: 'request', gameId });
    if (get().ownRequest === ownRequest) return;
    try {
      const { request } = await api.playAgain.request({ body: { requestedUserId, gameId } });
      dispatch({ type: 'sent', gameId });
      // Both asked at once: that is agreement.
      if (request.status === 'accepted') dispatch({ type: 'answered', requestId: request.id });
    } catch (error) {
      await laterTexts();
      const { text } = explainError(error, { fallback: 'rematch.askFailed' });
      dispatch({ type: 'rejected', gameId, problem: text, final: isFinal(error) });
    }
  },
  dismiss: () => dispatch({ type: 'dismiss' }),
  async respond(response, roomId) {
    const { opponentRequest, pendingResponse } = get();
    if (!opponentRequest || pendingResponse) return;
    const { id: requestId } = opponentRequest;
    dispatch({ type: 'respond', response });
    try {
      await api.playAgain.respond({ body: { requestId, response } });
      dispatch({ type: 'answered', requestId });
      if (response === 'accepted' && roomId) startAfterwards(roomId);
    } catch (error) {
      handleResponseError(error, requestId, response);
    }
  },
}));

/** The same question again would get the same answer. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ['PLAY_AGAIN_EXISTS', 'OPPONENT_LEFT', 'GAME_NOT_FOUND'].includes(error.code);

/** Without a connection the answer waits for the next one; whatever else went wrong is said. */
function handleResponseError(error: unknown, requestId: string, response: 'accepted' | 'rejected'): void {
  if (error instanceof ApiError && error.isTransient) {
    send({ type: 'play_again_response', requestId, response });
    setTimeout(() => dispatch({ type: 'responseFailed' }), REQUEST_LIFE);
    return;
  }
  const isOver = error instanceof ApiError && ['NOT_FOUND', 'CONFLICT', 'OPPONENT_LEFT'].includes(error.code);
  if (isOver) dispatch({ type: 'answered', requestId });
  else dispatch({ type: 'responseFailed' });
  const { text } = explainError(error, { fallback: 'rematch.answerFailed' });
  toast({ title: t('rematch.answerFailed'), description: text, tone: 'error' });
}

/** On acceptance the start-game call is made for the room (docs/spec/play.md#play-4.7). The server reports errors of it to both. */
function startAfterwards(roomId: string): void {
  clearTimeout(starting);
  starting = setTimeout(() => {
    api.rooms.startGame({ params: { id: roomId } }).catch(() => undefined);
  }, START_AFTER);
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

/** What the server's messages do to it. */
export const rematchMessages = {
  requested(request: PlayAgainRequest): void {
    const before = useRematch.getState().opponentRequest;
    dispatch({ type: 'requested', request });
    if (useRematch.getState().opponentRequest !== before) play('chat');
  },
  answered: ({ requestId }: ServerMessageOf<'play_again_response'>): void =>
    dispatch({ type: 'answered', requestId }),
  counted: ({ countdown }: ServerMessageOf<'play_again_countdown'>): void => count(countdown),
  /** The opponent does not want another. */
  declined(): void {
    rematchMessages.over();
    void laterTexts().then(() =>
      toast({ title: t('rematch.declined'), description: t('rematch.declinedText') }),
    );
  },
  /** What was agreed could not begin. */
  failed(failure: ServerMessageOf<'play_again_error'>): void {
    rematchMessages.over();
    const { title, text } = explainError(failure);
    const untitled = title === t('errors.title');
    showAlert({
      type: failure.code === 'INSUFFICIENT_COINS' ? 'coins' : 'error',
      title: untitled ? t('errors.titles.PLAY_AGAIN_FAILED') : title,
      text,
    });
  },
  /** A game has begun, or the room was left. */
  over(): void {
    clearTimeout(silence);
    clearTimeout(starting);
    dispatch({ type: 'over' });
  },
};

// Leaving the room ends all requests.
useRoom.subscribe(({ room }, before) => {
  if (before.room && room?.id !== before.room.id) rematchMessages.over();
});

/** Requests that came while this page was not there (docs/spec/play.md#play-7.3). The socket sends them as well. */
export async function restoreRequests(): Promise<void> {
  const requests = await api.playAgain.requests().catch(() => []);
  for (const request of requests) rematchMessages.requested(request);
}
