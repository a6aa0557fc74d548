import type { ListAchievementsResponse, ListAchievementsRequest } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import { loadUserAchievements } from '../db/records.ts';

/** Returns the unlocked achievements of a user in the order of the catalogue. */
export async function listAchievements(
  { db }: AppContext,
  { userId }: ListAchievementsRequest,
): Promise<ListAchievementsResponse> {
  return { achievements: await loadUserAchievements(db, userId) };
}
