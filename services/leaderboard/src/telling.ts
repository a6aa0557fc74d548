import type { Parts } from './parts.ts';
import type { Gain } from './careers.ts';

/** What was reached longer ago is no news: its game was heard of late, or again. */
const NEWS_MS = 10 * 60_000;

/** Tells somebody what their game has just brought them. What they miss they find when they ask. */
export function tellGain({ push }: Parts, userId: string, { achievements, levels }: Gain): void {
  const isNews = (at: Date): boolean => Date.now() - at.getTime() < NEWS_MS;
  for (const [type, unlockedAt] of achievements)
    if (isNews(unlockedAt)) push.toUser(userId, { $case: 'achievement', value: { type, unlockedAt } });
  for (const [level, at] of levels)
    if (isNews(at)) push.toUser(userId, { $case: 'levelUp', value: levelUp(userId, level) });
}

/** A level-up as others see it. Its id follows from whose it is and which level. */
export const levelUp = (userId: string, level: number) => ({
  id: `${userId}:${level}`,
  userId,
  previousLevel: level - 1,
  newLevel: level,
});
