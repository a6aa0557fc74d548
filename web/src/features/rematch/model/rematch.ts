import type { PlayAgainRequest } from '@fifteen/contract';

/** State of a failed request: it can be repeated, an earlier one is sent, or none can be sent for this game. */
export type AfterFailure = 'rejected' | 'sent' | 'closed';

/** State of a rematch (docs/spec/play.md#play-4.7). */
export interface Rematch {
  /** The user's request. */
  readonly ownRequest: { readonly gameId: string; readonly at: 'sending' | AfterFailure } | null;
  /** Why the request failed, in the user's language. */
  readonly problem: string | null;
  /** The opponent's request, which waits for an answer. */
  readonly opponentRequest: PlayAgainRequest | null;
  /** The opponent's request was dismissed without an answer; it can still be accepted. */
  readonly isDismissed: boolean;
  readonly pendingResponse: 'accepted' | 'rejected' | null;
  /** Seconds until the new game; 0 without a countdown. */
  readonly countdown: number;
}

export type RematchEvent =
  | { type: 'request'; gameId: string }
  | { type: 'sent'; gameId: string }
  | { type: 'rejected'; gameId: string; problem: string; next: AfterFailure }
  /** The opponent declined the own request. */
  | { type: 'declined'; gameId: string }
  | { type: 'requested'; request: PlayAgainRequest }
  | { type: 'dismiss' }
  | { type: 'respond'; response: 'accepted' | 'rejected' }
  /** The response was not delivered: it can be sent again. */
  | { type: 'responseFailed'; requestId: string }
  /** A request of either side was answered. */
  | { type: 'answered'; requestId: string }
  | { type: 'count'; value: number }
  /** A game starts, or none will: clears the state. */
  | { type: 'over' };

export const NO_REQUEST: Rematch = {
  ownRequest: null,
  problem: null,
  opponentRequest: null,
  isDismissed: false,
  pendingResponse: null,
  countdown: 0,
};

/** Only one request is shown: repeats and other requests change nothing meanwhile. */
function requested(rematch: Rematch, request: PlayAgainRequest): Rematch {
  if (rematch.countdown > 0 || request.status !== 'pending') return rematch;
  if (rematch.opponentRequest && (rematch.opponentRequest.id === request.id || !rematch.isDismissed))
    return rematch;
  const { ownRequest } = rematch;
  // The server makes an agreement of two pending requests: the own one has lapsed.
  const hasLapsed =
    ownRequest?.gameId === request.gameId && (ownRequest.at === 'sent' || ownRequest.at === 'closed');
  const rest = hasLapsed ? { ...rematch, ownRequest: null, problem: null } : rematch;
  return { ...rest, opponentRequest: request, isDismissed: false, pendingResponse: null };
}

/** Reduces an event. Events that do not fit change nothing. */
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
        ? { ...rematch, ownRequest: { ...ownRequest, at: event.next }, problem: event.problem }
        : rematch;
    case 'declined':
      return ownRequest?.gameId === event.gameId ? { ...rematch, ownRequest: null, problem: null } : rematch;
    case 'requested':
      return requested(rematch, event.request);
    case 'dismiss':
      return rematch.opponentRequest ? { ...rematch, isDismissed: true } : rematch;
    case 'respond':
      return rematch.opponentRequest && !rematch.pendingResponse
        ? { ...rematch, pendingResponse: event.response }
        : rematch;
    case 'responseFailed':
      return rematch.pendingResponse && rematch.opponentRequest?.id === event.requestId
        ? { ...rematch, pendingResponse: null }
        : rematch;
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
