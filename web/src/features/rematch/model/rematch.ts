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
function requested(rematch: Rematch, request: PlayAgainRequest): Rematch {
  if (rematch.countdown > 0 || request.status !== 'pending') return rematch;
  if (rematch.opponentRequest && (rematch.opponentRequest.id === request.id || !rematch.isDismissed))
    return rematch;
  return { ...rematch, opponentRequest: request, isDismissed: false, pendingResponse: null };
}

/** One step. What does not fit changes nothing. */
export function step(rematch: Rematch, event: RematchEvent): Rematch {
  const { ownRequest } = rematch;
  switch (event.type) {
    case 'request':
      return ownRequest?.gameId === event.gameId && ownRequest.at !== 'rejected'
        ? rematch
        : { ...rematch, ownRequest: { gameId: event.gameId, at: 'sending' }, problem: null };
    case 'sent':
      return ownRequest?.gameId === event.gameId && ownRequest.at === 'sending'
        ? { ...rematch, ownRequest: { ...ownRequest, at: 'sent' } }
        : rematch;
    case 'rejected':
      return ownRequest?.gameId === event.gameId
        ? {
            ...rematch,
            ownRequest: { ...ownRequest, at: event.final ? 'sent' : 'rejected' },
            problem: event.problem,
          }
        : rematch;
    case 'requested':
      return requested(rematch, event.request);
    case 'dismiss':
      return rematch.opponentRequest ? { ...rematch, isDismissed: true } : rematch;
    case 'respond':
      return rematch.opponentRequest && !rematch.pendingResponse
        ? { ...rematch, pendingResponse: event.response }
        : rematch;
    case 'responseFailed':
      return rematch.pendingResponse ? { ...rematch, pendingResponse: null } : rematch;
    case 'answered':
      return rematch.opponentRequest?.id === event.requestId
        ? { ...rematch, opponentRequest: null, isDismissed: false, pendingResponse: null }
        : rematch;
    case 'count':
      return {
        ...rematch,
        opponentRequest: null,
        isDismissed: false,
        pendingResponse: null,
        countdown: Math.max(0, event.value),
      };
    case 'over':
      return NO_REQUEST;
  }
}
