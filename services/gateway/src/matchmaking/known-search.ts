import type { QueuedSearch } from '@fifteen/proto/matchmaking';

/** Milliseconds after which the search of a user without a socket ends. */
const ABANDONED_AFTER_MS = 10_000;

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

/**
 * Returns whether a search ends because its user has entered a room, or has had no socket for so long. Records since when
 * they have none.
 */
export function isAbandoned(
  search: Searching,
  { isConnected, offlineSince }: { isConnected: boolean; offlineSince: Date | undefined },
  now: number,
): boolean {
  if (isConnected) search.disconnectedSince = undefined;
  // A gateway that closed the last socket has recorded it, unless it crashed.
  else search.disconnectedSince ??= Math.max(search.since, Number(offlineSince ?? now));
  const { disconnectedSince = now } = search;
  return search.abandoned || now - disconnectedSince >= ABANDONED_AFTER_MS;
}
