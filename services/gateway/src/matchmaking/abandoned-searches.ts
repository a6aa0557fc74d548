import type { UserId } from '@fifteen/domain';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import type { Searching } from './known-search.ts';

/** Milliseconds after which the search of a user without a socket ends. */
const ABANDONED_AFTER_MS = 10_000;

interface Deps {
  connections: UserConnections;
  presence: Pick<PresenceStore, 'connectedAmong' | 'offlineSince'>;
}

/**
 * Returns the searches that end, of users who have entered a room, or whose last socket has been closed for long. Records
 * since when a user has none.
 */
export async function findAbandoned(
  { connections, presence }: Deps,
  searches: ReadonlyMap<UserId, Searching>,
): Promise<ReadonlyMap<UserId, Searching>> {
  const disconnected = [...searches.keys()].filter((userId) => connections.of(userId).size === 0);
  const [connectedToOthers, offlineSince] = await Promise.all([
    presence.connectedAmong(disconnected),
    presence.offlineSince(disconnected),
  ]);
  const now = Date.now();
  const abandoned = new Map<UserId, Searching>();
  // Also those that began meanwhile.
  for (const [userId, search] of searches) {
    const isConnected = !disconnected.includes(userId) || connectedToOthers.has(userId);
    if (isAbandoned(search, { isConnected, offlineSince: offlineSince?.get(userId) }, now))
      abandoned.set(userId, search);
  }
  return abandoned;
}

function isAbandoned(
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
