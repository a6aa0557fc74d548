import type { PlayAgainRequest } from '@fifteen/contract';

/** Where another game of the same two stands (docs/spec/play.md#play-4.7). */
export interface Rematch {
  /** The own request for another game. */
  readonly ownRequest: { readonly gameId: string; readonly at: 'sending' | 'sent' | 'rejected' } | null;
  /** Why the own request came to nothing, in the user's language. */
  readonly problem: string | null;
  /** The opponent's, which waits for an answer. */
  readonly opponentRequest: PlayAgainRequest | null;
  /** Their request is not looked at: it was put aside, and can still be accepted. */
  readonly isDismissed: boolean;
  readonly pendingResponse: 'accepted' | 'rejected' | null;
  /** Seconds to the new game; 0 while nothing is counted. */
  readonly countdown: number;
}

export type RematchEvent =
  | { type: 'request'; gameId: string }
  | { type: 'sent'; gameId: string }
  /** `final`: asking once more would be rejected again. */
  | { type: 'rejected'; gameId: string; problem: string; final: boolean }
  | { type: 'requested'; request: PlayAgainRequest }
  | { type: 'dismiss' }
  | { type: 'respond'; response: 'accepted' | 'rejected' }
  /** The answer did not get through: it can be given again. */
  | { type: 'responseFailed' }
  /** What became of a request, from either side. */
  | { type: 'answered'; requestId: string }
  | { type: 'count'; value: number }
  /** A game begins, or none will: back to the state without requests. */
  | { type: 'over' };

export const NO_REQUEST: Rematch = {
  ownRequest: null,
  problem: null,
  opponentRequest: null,
  isDismissed: false,
  pendingResponse: null,
  countdown: 0,
};

/** Only one request is looked at: a repeat of it, and any other, changes nothing while it is. */
function requested(again: Rematch, request: PlayAgainRequest): Rematch {
  if (again.countdown > 0 || request.status !== 'pending') return again;
  if (again.opponentRequest && (again.opponentRequest.id === request.id || !again.isDismissed)) return again;
  return { ...again, opponentRequest: request, isDismissed: false, pendingResponse: null };
}

/** One step. What does not fit changes nothing. */
export function step(again: Rematch, event: RematchEvent): Rematch {
  const { ownRequest } = again;
  switch (event.type) {
    case 'request':
      return ownRequest?.gameId === event.gameId && ownRequest.at !== 'rejected'
        ? again
        : { ...again, ownRequest: { gameId: event.gameId, at: 'sending' }, problem: null };
    case 'sent':
      return ownRequest?.gameId === event.gameId && ownRequest.at === 'sending'
        ? { ...again, ownRequest: { ...ownRequest, at: 'sent' } }
        : again;
    case 'rejected':
      return ownRequest?.gameId === event.gameId
        ? {
            ...again,
            ownRequest: { ...ownRequest, at: event.final ? 'sent' : 'rejected' },
            problem: event.problem,
          }
        : again;
    case 'requested':
      return requested(again, event.request);
    case 'dismiss':
      return again.opponentRequest ? { ...again, isDismissed: true } : again;
    case 'respond':
      return again.opponentRequest && !again.pendingResponse
        ? { ...again, pendingResponse: event.response }
        : again;
    case 'responseFailed':
      return again.pendingResponse ? { ...again, pendingResponse: null } : again;
    case 'answered':
      return again.opponentRequest?.id === event.requestId
        ? { ...again, opponentRequest: null, isDismissed: false, pendingResponse: null }
        : again;
    case 'count':
      return {
        ...again,
        opponentRequest: null,
        isDismissed: false,
        pendingResponse: null,
        countdown: Math.max(0, event.value),
      };
    case 'over':
      return NO_REQUEST;
  }
}
