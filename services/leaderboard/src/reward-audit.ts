import type { WeeklyReward } from '@fifteen/proto/economy';
import { pollMetrics, gauge, type ProcessContext, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { nameOf, type Week } from './weeks.ts';

/** A paid week is compared with the ledger again after so long. */
const EVERY_HOURS = 1;

type Deps = Pick<Parts, 'db' | 'economy' | 'log'>;

/**
 * Compares one paid week with what the ledger paid for it: the one that was compared longest ago. Replicas may compare the
 * same week. Returns whether there may be another week to compare now.
 */
export async function auditRewards({ db, economy, log }: Deps): Promise<boolean> {
  const { rows } = await db.query<Week>(
    `SELECT week.year, week.number FROM week LEFT JOIN reward_audit audit
         ON audit.year = week.year AND audit.week = week.number
      WHERE state = 'paid' AND (checked_at IS NULL OR checked_at < now() - make_interval(hours => $1))
      ORDER BY checked_at NULLS FIRST, week.year, week.number LIMIT 1`,
    [EVERY_HOURS],
  );
  const [week] = rows;
  if (!week) return false;
  const { rewards } = await economy.getWeeklyRewards({ year: week.year, week: week.number });
  const wrong = differences(await dueRewards(db, week), rewards);
  if (wrong.length > 0)
    log.error({ alarm: true, week: nameOf(week), wrong }, 'reward audit found a mismatch');
  await db.query(
    `INSERT INTO reward_audit (year, week, faults) VALUES ($1, $2, $3)
     ON CONFLICT (year, week) DO UPDATE SET faults = excluded.faults, checked_at = now()`,
    [week.year, week.number, wrong.length],
  );
  return true;
}

/** What the results of a week say was paid. */
async function dueRewards(sql: Sql, { year, number }: Week): Promise<WeeklyReward[]> {
  const { rows } = await sql.query<WeeklyReward>(
    `SELECT rank, user_id AS "userId", reward AS coins FROM weekly_result
      WHERE year = $1 AND week = $2 AND reward > 0 AND refused IS NULL`,
    [year, number],
  );
  return rows;
}

/** The rewards that only one side knows. */
function differences(due: readonly WeeklyReward[], paid: readonly WeeklyReward[]): string[] {
  const nameOfReward = ({ rank, userId, coins }: WeeklyReward): string => `${rank} ${userId} ${coins}`;
  const [expected, real] = [due.map(nameOfReward), paid.map(nameOfReward)];
  return [...expected.filter((one) => !real.includes(one)), ...real.filter((one) => !expected.includes(one))];
}

interface AuditState {
  faults: number;
  behind: number;
}

/** Serves what the audit of rewards has found: the same at every replica. */
export function observeRewards(db: Sql, context: ProcessContext): void {
  const newest = pollMetrics('rewards', context, async () => {
    const { rows } = await db.query<AuditState>(
      `SELECT coalesce(sum(faults), 0)::int AS faults,
              coalesce(extract(epoch FROM now() - min(checked_at)), 0)::float8 AS behind FROM reward_audit`,
    );
    return rows[0];
  });
  const observe = (name: string, description: string, of: keyof AuditState): void =>
    gauge(name, description, context, () => {
      const row = newest();
      return row && [[row[of]]];
    });
  observe(
    'fifteen_reward_audit_findings',
    'Weekly rewards that differ from the results of their week.',
    'faults',
  );
  observe(
    'fifteen_reward_audit_lag_seconds',
    'Time since the oldest comparison of a paid week with the ledger.',
    'behind',
  );
}
