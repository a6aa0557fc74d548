import { failpoint, isAppError } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { nameOf, type Week } from './weeks.ts';

interface DueRow {
  rank: number;
  user_id: string;
}

/** What the ledger will not do, however often it is asked. */
const FINAL = ['CONFLICT', 'NOT_FOUND', 'INVALID'] as const;

/**
 * Has the rewards of a frozen week paid that are not yet, the best rank first. Whoever does not know whether one was
 * paid asks again: the ledger pays each rank of a week once, and each player of it once. Answers what it waits for.
 */
export async function payRewards(parts: Parts, week: Week): Promise<string> {
  const { db } = parts;
  const { year, number } = week;
  const due = await db.query<DueRow>(
    `SELECT rank, user_id FROM result
     WHERE year = $1 AND week = $2 AND reward > 0 AND paid_at IS NULL AND refused IS NULL ORDER BY rank`,
    [year, number],
  );
  for (const { rank, user_id: userId } of due.rows) await pay(parts, week, { rank, userId });
  await db.query(
    `UPDATE week SET state = 'paid' WHERE year = $1 AND number = $2 AND state = 'frozen' AND NOT EXISTS
       (SELECT FROM result r WHERE r.year = $1 AND r.week = $2 AND reward > 0 AND paid_at IS NULL AND refused IS NULL)`,
    [year, number],
  );
  const refused = await db.query<DueRow>(
    `SELECT rank, user_id FROM result WHERE year = $1 AND week = $2 AND refused IS NOT NULL ORDER BY rank`,
    [year, number],
  );
  return refused.rows.map(({ rank }) => `rank ${rank}, whom the ledger refuses`).join('; ');
}

async function pay(
  { db, economy, log }: Parts,
  week: Week,
  { rank, userId }: { rank: number; userId: string },
): Promise<void> {
  const key = [week.year, week.number, rank];
  try {
    await economy.payWeekly({ year: week.year, week: week.number, rank, userId });
  } catch (error) {
    const code = FINAL.find((one) => isAppError(error, one));
    if (!code) throw error;
    log.error({ err: error, week: nameOf(week), rank, userId }, 'a reward is refused');
    await db.query(
      `UPDATE result SET refused = $4 WHERE year = $1 AND week = $2 AND rank = $3 AND paid_at IS NULL`,
      [...key, code],
    );
    return;
  }
  failpoint('leaderboard.reward.after-pay');
  await db.query(
    `UPDATE result SET paid_at = now() WHERE year = $1 AND week = $2 AND rank = $3 AND paid_at IS NULL`,
    key,
  );
}
