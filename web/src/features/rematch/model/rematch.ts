import type { PlayAgainRequest } from '@fifteen/contract';

/** Where another game of the same two stands (core-of-play 4). */
export interface Again {
  /** The own request for another game. */
  readonly mine: { readonly gameId: string; readonly at: 'sending' | 'sent' | 'refused' } | null;
  /** Why the own request came to nothing, in the person's language. */
  readonly problem: string | null;
  /** The opponent's, which waits for an answer. */
  readonly theirs: PlayAgainRequest | null;
  /** Their request is not looked at: it was put aside, and can still be accepted. */
  readonly aside: boolean;
  readonly answering: 'accepted' | 'rejected' | null;
  /** Seconds to the new game; 0 while nothing is counted. */
  readonly countdown: number;
}

export type AgainEvent =
  | { type: 'ask'; gameId: string }
  | { type: 'sent'; gameId: string }
  /** `final`: asking once more would be refused again. */
  | { type: 'refused'; gameId: string; problem: string; final: boolean }
  | { type: 'requested'; request: PlayAgainRequest }
  | { type: 'aside' }
  | { type: 'answer'; response: 'accepted' | 'rejected' }
  /** The answer did not get through: it can be given again. */
  | { type: 'unanswered' }
  /** What became of a request, from either side. */
  | { type: 'answered'; requestId: string }
  | { type: 'count'; value: number }
  /** A game begins, or none will: back to where nobody has asked. */
  | { type: 'over' };

export const NOBODY_ASKED: Again = {
  mine: null,
  problem: null,
  theirs: null,
  aside: false,
  answering: null,
  countdown: 0,
};

/** Only one request is looked at: a repeat of it, and any other, changes nothing while it is. */
function requested(again: Again, request: PlayAgainRequest): Again {
  if (again.countdown > 0 || request.status !== 'pending') return again;
  if (again.theirs && (again.theirs.id === request.id || !again.aside)) return again;
  return { ...again, theirs: request, aside: false, answering: null };
}

/** One step. What does not fit changes nothing. */
export function step(again: Again, event: AgainEvent): Again {
  const { mine } = again;
  switch (event.type) {
    case 'ask':
      return mine?.gameId === event.gameId && mine.at !== 'refused'
        ? again
        : { ...again, mine: { gameId: event.gameId, at: 'sending' }, problem: null };
    case 'sent':
      return mine?.gameId === event.gameId && mine.at === 'sending'
        ? { ...again, mine: { ...mine, at: 'sent' } }
        : again;
    case 'refused':
      return mine?.gameId === event.gameId
        ? { ...again, mine: { ...mine, at: event.final ? 'sent' : 'refused' }, problem: event.problem }
        : again;
    case 'requested':
      return requested(again, event.request);
    case 'aside':
      return again.theirs ? { ...again, aside: true } : again;
    case 'answer':
      return again.theirs && !again.answering ? { ...again, answering: event.response } : again;
    case 'unanswered':
      return again.answering ? { ...again, answering: null } : again;
    case 'answered':
      return again.theirs?.id === event.requestId
        ? { ...again, theirs: null, aside: false, answering: null }
        : again;
    case 'count':
      return { ...again, theirs: null, aside: false, answering: null, countdown: Math.max(0, event.value) };
    case 'over':
      return NOBODY_ASKED;
  }
}
