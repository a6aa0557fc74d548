import type { SyncAchievementsResponse, SyncAchievementsRequest } from '@fifteen/proto/leaderboard';
import { writeOutbox } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockUsers } from '../db/locks.ts';
import { rebuildProgress } from '../db/progress.ts';
import { loadUserAchievements } from '../db/records.ts';
import { recordChanged } from '../domain/events.ts';

/** Computes a user's progress again from all games. Returns the unlocked achievements. */
export async function syncAchievements(
  { db, outbox }: AppContext,
  { userId }: SyncAchievementsRequest,
): Promise<SyncAchievementsResponse> {
  const { achievements } = await db.tx(async (sql) => {
    await lockUsers(sql, [userId]);
    const reached = await rebuildProgress(sql, userId);
    if (reached.achievements.size > 0) await writeOutbox(sql, [recordChanged(userId)]);
    return reached;
  });
  if (achievements.size > 0) outbox.wake();
  return { achievements: await loadUserAchievements(db, userId) };
}
