import type { AchievementsAnswer, UserRequest } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import { loadUserAchievements } from '../db/records.ts';

/** Returns the unlocked achievements of a user in the order of the catalogue. */
export async function listAchievements(
  { db }: AppContext,
  { userId }: UserRequest,
): Promise<AchievementsAnswer> {
  return { achievements: await loadUserAchievements(db, userId) };
}
