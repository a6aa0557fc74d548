import type { WeeklyReward } from '@fifteen/proto/economy';
import { isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { nextWeekToAudit, storeAudit } from '../db/reward-audits.ts';
import { type ExpectedReward, expectedRewards } from '../db/weekly-results.ts';
import { type Week, weekName } from '../domain/week.ts';

type AuditContext = Pick<AppContext, 'db' | 'economy' | 'log'>;

/**
 * Compares one paid week with what the ledger paid for it: the one that was audited longest ago. Replicas may audit the
 * same week. Returns whether there may be another week to audit now.
 */
export async function auditRewards(context: AuditContext): Promise<boolean> {
  const { db, economy, log } = context;
  const week = await nextWeekToAudit(db);
  if (!week) return false;
  const expected = await expectedRewards(db, week);
  const paidRewards = async (): Promise<readonly WeeklyReward[]> =>
    (await economy.getWeeklyRewards({ year: week.year, week: week.number })).rewards;
  let paid = await paidRewards();
  const lost = expected.filter(({ isPaid, rank }) => isPaid && !paid.some((reward) => reward.rank === rank));
  if (lost.length > 0) {
    await payLostRewards(context, week, lost);
    paid = await paidRewards();
  }
  const wrong = mismatches(expected, paid);
  if (wrong.length > 0)
    log.error({ alarm: true, week: weekName(week), wrong }, 'reward audit found a mismatch');
  await storeAudit(db, week, wrong.length);
  return true;
}

/**
 * Pays rewards that were paid, and that the ledger does not know: it was restored to a moment before. The ledger pays each
 * rank of a week once, and each player of it once. What it rejects stays a mismatch.
 * @throws SERVICE_UNAVAILABLE when the ledger is unavailable
 */
async function payLostRewards(
  { economy, log }: AuditContext,
  week: Week,
  lost: readonly ExpectedReward[],
): Promise<void> {
  for (const { rank, userId } of lost) {
    try {
      await economy.payWeeklyReward({ year: week.year, week: week.number, rank, userId });
      log.warn({ week: weekName(week), rank, userId }, 'reward that the ledger had lost is paid');
    } catch (error) {
      if (isAppError(error, 'SERVICE_UNAVAILABLE')) throw error;
      log.error({ err: error, week: weekName(week), rank, userId }, 'reward rejected by the ledger');
    }
  }
}

/** Returns the rewards that only one side has. */
function mismatches(expected: readonly WeeklyReward[], paid: readonly WeeklyReward[]): string[] {
  const format = ({ rank, userId, coins }: WeeklyReward): string => `${rank} ${userId} ${coins}`;
  const [left, right] = [expected.map(format), paid.map(format)];
  return [...left.filter((one) => !right.includes(one)), ...right.filter((one) => !left.includes(one))];
}
