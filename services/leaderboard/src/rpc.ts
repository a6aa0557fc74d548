import type { LeaderboardService } from '@fifteen/proto/leaderboard';
import { AppError, type Access, type Handlers } from '@fifteen/runtime';
import { allTimeBoard, weeklyBoard } from './boards.ts';
import { closeWeeks } from './closing.ts';
import type { Parts } from './parts.ts';
import { acknowledgeLevelUp, markRankSeen, pendingLevelUps, pendingRank } from './pending.ts';
import { achievementsOf, headToHead, recordsOf } from './records.ts';
import { selectBorder, syncAchievements } from './wearing.ts';

const gateway = ['gateway'];

/** People see records through the gateway, which knows who may see what; weeks are closed by ourselves, or an operator. */
export const access: Access<typeof LeaderboardService> = {
  records: gateway,
  headToHead: gateway,
  achievements: gateway,
  syncAchievements: gateway,
  selectBorder: gateway,
  weekly: gateway,
  allTime: gateway,
  pendingLevelUps: gateway,
  acknowledgeLevelUp: gateway,
  pendingRank: gateway,
  markRankSeen: gateway,
  closeWeeks: ['admin'],
};

export const handlers = (parts: Parts): Handlers<typeof LeaderboardService> => ({
  records: async ({ userIds }) => ({ records: await recordsOf(parts.db, userIds) }),
  headToHead: ({ userId, otherId }) => headToHead(parts.db, userId, otherId),
  achievements: async ({ userId }) => ({
    achievements: (await achievementsOf(parts.db, [userId])).get(userId) ?? [],
  }),
  syncAchievements: async ({ userId }) => ({ achievements: await syncAchievements(parts, userId) }),
  selectBorder: ({ userId, border }) => selectBorder(parts, userId, border),
  weekly: ({ limit }) => weeklyBoard(parts.db, limit),
  allTime: async ({ limit }) => ({ rows: await allTimeBoard(parts.db, limit) }),
  pendingLevelUps: async ({ userId }) => ({ levelUps: await pendingLevelUps(parts.db, userId) }),
  acknowledgeLevelUp: async ({ userId, levelUpId }) => {
    await acknowledgeLevelUp(parts.db, userId, levelUpId);
    return {};
  },
  pendingRank: async ({ userId }) => ({ result: await pendingRank(parts.db, userId) }),
  markRankSeen: async ({ userId, week }) => {
    if (!week) throw new AppError('INVALID', 'week: which?');
    await markRankSeen(parts.db, userId, week);
    return {};
  },
  closeWeeks: async () => ({ weeks: await closeWeeks(parts) }),
});
