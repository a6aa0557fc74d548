import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { toAchievement } from '../translation/achievement.ts';
/** Messages about levels and achievements. */
export const progressPushFormats: Pick<UserPushFormats, 'levelUp' | 'achievement'> = {
  levelUp: {
    messages: ({ id, newLevel, previousLevel }) => [
      { type: 'level_up', levelUp: { id, newLevel, previousLevel } },
    ],
  },
  achievement: {
    messages: (achievement) => [{ type: 'achievement_unlocked', achievement: toAchievement(achievement) }],
  },
};
