import { failpoint, isAppError } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import type { Parts } from './parts.ts';
import { nameOf, type Week } from './weeks.ts';

interface ResultRow {
  year: number;
  week: number;
  rank: number;
  user_id: string;
  wins: number;
  games: number;
  coins: number;
  reward: number;
  paid_at: Date | null;
  /** The code of the ledger's error. */
  refused: string | null;
  seen_at: Date | null;
  opponents: number | null;
  opponents_needed: number | null;
}

const resultsOf = ({ year, number: week }: Week) => build<ResultRow>('weekly_result').where({ year, week });

/** What the ledger will not do, however often it is asked. */
const FINAL = ['CONFLICT', 'NOT_FOUND', 'INVALID'] as const;

/**
 * Has the rewards of a frozen week paid that are not yet, the best rank first. Whoever does not know whether one was
 * paid asks again: the ledger pays each rank of a week once, and each player of it once. Answers what it waits for.
 */
export async function payRewards(parts: Parts, week: Week): Promise<string> {
  const { db } = parts;
  const { year, number } = week;
  const due = resultsOf(week).where('reward', '>', 0).where({ paid_at: null, refused: null }).orderBy('rank');
  for (const { rank, user_id: userId } of await rowsOf(db, due)) await pay(parts, week, { rank, userId });
  await db.query(
    `UPDATE week SET state = 'paid' WHERE year = $1 AND number = $2 AND state = 'frozen' AND NOT EXISTS
       (SELECT FROM weekly_result r WHERE r.year = $1 AND r.week = $2 AND reward > 0 AND paid_at IS NULL AND refused IS NULL)`,
    [year, number],
  );
  const refused = await rowsOf(db, resultsOf(week).whereNotNull('refused').orderBy('rank'));
  return refused.map(({ rank }) => `rank ${rank}, whom the ledger refuses`).join('; ');
}

async function pay(
  { db, economy, log }: Parts,
  week: Week,
  { rank, userId }: { rank: number; userId: string },
): Promise<void> {
  const open = resultsOf(week).where({ rank, paid_at: null });
  try {
    await economy.payWeekly({ year: week.year, week: week.number, rank, userId });
  } catch (error) {
    const code = FINAL.find((one) => isAppError(error, one));
    if (!code) throw error;
    log.error({ err: error, week: nameOf(week), rank, userId }, 'reward rejected by the ledger');
    await execute(db, open.update({ refused: code }));
    return;
  }
  failpoint('leaderboard.reward.after-pay');
  await execute(db, open.update({ paid_at: build.fn.now() }));
}
