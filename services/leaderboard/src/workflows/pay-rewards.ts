import type { UserId } from '@fifteen/domain';
import { failpoint, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { markPaid, markRejected, markWeekPaid, rejectedRanks, unpaidRewards } from '../db/weekly-results.ts';
import { weekName, type Week } from '../domain/week.ts';

/** Errors of the ledger that a retry does not change. */
const FINAL_ERRORS = ['CONFLICT', 'USER_NOT_FOUND', 'INVALID'] as const;

/**
 * Pays the rewards of a frozen week that are not paid yet, the best rank first. A replica that does not know whether one
 * was paid requests it again: the ledger pays each rank of a week once, and each player of it once. Returns what the week
 * waits for; empty when it is paid.
 */
export async function payRewards(context: AppContext, week: Week): Promise<string> {
  const { db } = context;
  for (const reward of await unpaidRewards(db, week)) await payReward(context, week, reward);
  await markWeekPaid(db, week);
  return (await rejectedRanks(db, week)).map((rank) => `rank ${rank}, rejected by the ledger`).join('; ');
}

async function payReward(
  { db, economy, log }: AppContext,
  week: Week,
  { rank, userId }: { rank: number; userId: UserId },
): Promise<void> {
  try {
    await economy.payWeeklyReward({ year: week.year, week: week.number, rank, userId });
  } catch (error) {
    const code = FINAL_ERRORS.find((one) => isAppError(error, one));
    if (!code) throw error;
    log.error({ err: error, week: weekName(week), rank, userId }, 'reward rejected by the ledger');
    await markRejected(db, week, rank, code);
    return;
  }
  failpoint('leaderboard.reward.after-pay');
  await markPaid(db, week, rank);
}
