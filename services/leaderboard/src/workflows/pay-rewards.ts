import type { UserId } from '@fifteen/domain';
import { failpoint, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import {
  markPaid,
  markRejected,
  markWeekPaid,
  rejectedRanks,
  storeMissingWallet,
  unpaidRewards,
} from '../db/weekly-results.ts';
import { weekName, type Week } from '../domain/week.ts';

/** Errors of the ledger that a retry does not change; a missing wallet once it is overdue. */
const FINAL_ERRORS = ['CONFLICT', 'USER_NOT_FOUND', 'INVALID'] as const;

/**
 * Pays the rewards of a frozen week that are not paid yet, the best rank first. A replica that does not know whether one
 * was paid requests it again: the ledger pays each rank of a week once, and each player of it once. A reward whose player
 * has no wallet yet, or that meets a defect of the ledger, delays no other. Returns what the week waits for; empty when it
 * is paid.
 */
export async function payRewards(context: AppContext, week: Week): Promise<string> {
  const { db } = context;
  const waitsFor: string[] = [];
  for (const reward of await unpaidRewards(db, week)) {
    const wait = await payReward(context, week, reward);
    if (wait) waitsFor.push(wait);
  }
  await markWeekPaid(db, week);
  waitsFor.push(...(await rejectedRanks(db, week)).map((rank) => `rank ${rank}, rejected by the ledger`));
  return waitsFor.join('; ');
}

/**
 * Pays a reward, or marks it as rejected. Returns what it waits for; empty when it is done.
 * @throws SERVICE_UNAVAILABLE when the ledger is unavailable
 */
async function payReward(
  { db, economy, log }: AppContext,
  week: Week,
  { rank, userId }: { rank: number; userId: UserId },
): Promise<string> {
  try {
    await economy.payWeeklyReward({ year: week.year, week: week.number, rank, userId });
  } catch (error) {
    const code = FINAL_ERRORS.find((one) => isAppError(error, one));
    if (!code) {
      if (isAppError(error, 'SERVICE_UNAVAILABLE') && !error.details.isDefect) throw error;
      log.error({ alarm: true, err: error, week: weekName(week), rank, userId }, 'paying a reward failed');
      return `an operator for rank ${rank}: the log holds the error`;
    }
    if (code === 'USER_NOT_FOUND') {
      // After an outage, the payment may precede the event that opens the wallet.
      const wallet = await storeMissingWallet(db, week, rank);
      if (wallet?.isNew) log.warn({ week: weekName(week), rank, userId }, 'reward waits for a wallet');
      if (!wallet?.isOverdue) return `the wallet of rank ${rank}`;
    }
    log.error({ err: error, week: weekName(week), rank, userId }, 'reward rejected by the ledger');
    await markRejected(db, week, rank, code);
    return '';
  }
  failpoint('leaderboard.reward.after-pay');
  await markPaid(db, week, rank);
  return '';
}
