import type { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { acknowledgeLevelUp } from './acknowledge-level-up.ts';
import { closeWeeks } from './close-weeks.ts';
import { getAllTimeBoard } from './get-all-time-board.ts';
import { getHeadToHead } from './get-head-to-head.ts';
import { getPendingRank } from './get-pending-rank.ts';
import { getRecords } from './get-records.ts';
import { getWeeklyBoard } from './get-weekly-board.ts';
import { listAchievements } from './list-achievements.ts';
import { listPendingLevelUps } from './list-pending-level-ups.ts';
import { markRankSeen } from './mark-rank-seen.ts';
import { selectBorder } from './select-border.ts';
import { syncAchievements } from './sync-achievements.ts';

/** Handlers and allowed callers. Users reach their records through the gateway only, which knows who may see what. */
export const methods: Methods<typeof LeaderboardServiceDefinition, AppContext> = {
  getRecords: { callers: ['gateway'], handle: getRecords },
  getHeadToHead: { callers: ['gateway'], handle: getHeadToHead },
  listAchievements: { callers: ['gateway'], handle: listAchievements },
  syncAchievements: { callers: ['gateway'], handle: syncAchievements },
  selectBorder: { callers: ['gateway'], handle: selectBorder },
  getWeeklyBoard: { callers: ['gateway'], handle: getWeeklyBoard },
  getAllTimeBoard: { callers: ['gateway'], handle: getAllTimeBoard },
  listPendingLevelUps: { callers: ['gateway'], handle: listPendingLevelUps },
  acknowledgeLevelUp: { callers: ['gateway'], handle: acknowledgeLevelUp },
  getPendingRank: { callers: ['gateway'], handle: getPendingRank },
  markRankSeen: { callers: ['gateway'], handle: markRankSeen },
  closeWeeks: { callers: ['admin'], handle: closeWeeks },
};
