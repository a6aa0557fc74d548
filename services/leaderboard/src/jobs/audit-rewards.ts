import type { WeeklyReward } from '@fifteen/proto/economy';
import type { AppContext } from '../context.ts';
import { nextWeekToAudit, storeAudit } from '../db/reward-audits.ts';
import { expectedRewards } from '../db/weekly-results.ts';
import { weekName } from '../domain/week.ts';

type AuditContext = Pick<AppContext, 'db' | 'economy' | 'log'>;

/**
 * Compares one paid week with what the ledger paid for it: the one that was audited longest ago. Replicas may audit the
 * same week. Returns whether there may be another week to audit now.
 */
export async function auditRewards({ db, economy, log }: AuditContext): Promise<boolean> {
  const week = await nextWeekToAudit(db);
  if (!week) return false;
  const { rewards } = await economy.getWeeklyRewards({ year: week.year, week: week.number });
  const wrong = mismatches(await expectedRewards(db, week), rewards);
  if (wrong.length > 0)
    log.error({ alarm: true, week: weekName(week), wrong }, 'reward audit found a mismatch');
  await storeAudit(db, week, wrong.length);
  return true;
}

/** Returns the rewards that only one side has. */
function mismatches(expected: readonly WeeklyReward[], paid: readonly WeeklyReward[]): string[] {
  const format = ({ rank, userId, coins }: WeeklyReward): string => `${rank} ${userId} ${coins}`;
  const [left, right] = [expected.map(format), paid.map(format)];
  return [...left.filter((one) => !right.includes(one)), ...right.filter((one) => !left.includes(one))];
}
