import type { QueuedSearch } from '@fifteen/proto/matchmaking';

/** A search as a gateway knows it. */
export interface Searching {
  /** Names the search in requests, so that one that arrives late begins no other; unknown if another gateway began it. */
  id: string | undefined;
  /** Unknown for a search that started on another gateway, while an older matchmaking service has it. */
  bet: number | undefined;
  since: number;
  /** When the last socket of the user closed. */
  disconnectedSince: number | undefined;
  /** The user accepted a computer player instead of a game for coins. */
  computer: boolean;
  /** The user was offered a computer player. */
  offered: boolean;
  /** The user left while a match was being made: if none comes of it, the search is not entered again. */
  left: boolean;
  /** The search is to be left, because the user has entered a room: leaving it has failed. */
  abandoned: boolean;
}

/** Returns a search that begins now. */
export const begun = (bet: number | undefined, computer = false, id?: string): Searching => ({
  ...{ id, bet, since: Date.now(), disconnectedSince: undefined, computer, offered: computer },
  ...{ left: false, abandoned: false },
});

/**
 * Returns the search that a gateway knows after a renewal: the one from before if the queue has it, or does not say; the
 * queue's if another gateway has begun it since.
 */
export const currentSearch = (known: Searching | undefined, queued?: QueuedSearch): Searching =>
  known && (!queued || (known.bet === queued.bet && !known.left))
    ? known
    : {
        ...begun(queued?.bet),
        since: Date.now() - (queued?.waitedMs ?? 0),
        disconnectedSince: known?.disconnectedSince,
      };
