import { refreshBoards } from '@/features/leaderboard/index.ts';
import { refetchProgress } from '@/features/progress/index.ts';
import { refetchInvitations } from '@/features/rooms/index.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { queryClient } from '@/lib/queryClient.ts';

/** Age of the session at the first connection from which on pushes may have been missed since; milliseconds. */
const OLD_SESSION = 1_000;

/** The user of the last connection. */
let lastConnected: string | null = null;

/**
 * Refetches after a connection what the server only pushes when it changes, unless this is the first connection of the
 * user and the session has just been loaded or is still being loaded. Whatever no page shows is refetched when it is next
 * shown, so that the clients of a restarted gateway request no more than that.
 */
export function refetchMissed(userId: string): void {
  const isFirst = lastConnected !== userId;
  lastConnected = userId;
  const loadedAt = queryClient.getQueryState(['session'])?.dataUpdatedAt ?? 0;
  if (isFirst && (loadedAt === 0 || Date.now() - loadedAt < OLD_SESSION)) return;
  void refreshUser();
  refetchProgress();
  refreshBoards();
  refetchInvitations();
}
