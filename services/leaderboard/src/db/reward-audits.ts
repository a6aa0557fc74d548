import type { Sql } from '@fifteen/runtime';
import type { Week } from '../domain/week.ts';

/** Hours after which a paid week is audited again. */
const INTERVAL_HOURS = 1;

/** Returns the paid week that was audited longest ago, or undefined if none is due. */
export async function nextWeekToAudit(db: Sql): Promise<Week | undefined> {
  const { rows } = await db.query<Week>(
    `SELECT week.year, week.number FROM week LEFT JOIN reward_audit audit
         ON audit.year = week.year AND audit.week = week.number
      WHERE state = 'paid' AND (checked_at IS NULL OR checked_at < now() - make_interval(hours => $1))
      ORDER BY checked_at NULLS FIRST, week.year, week.number LIMIT 1`,
    [INTERVAL_HOURS],
  );
  return rows[0];
}

/** Stores the number of mismatches that an audit of a week found. */
export async function storeAudit(db: Sql, { year, number }: Week, mismatches: number): Promise<void> {
  await db.query(
    `INSERT INTO reward_audit (year, week, faults) VALUES ($1, $2, $3)
     ON CONFLICT (year, week) DO UPDATE SET faults = excluded.faults, checked_at = now()`,
    [year, number, mismatches],
  );
}

/** The state of the audits of all paid weeks. */
export interface RewardAuditState {
  /** Mismatches of all weeks. */
  faults: number;
  /** Seconds since the oldest audit of a paid week; since the end of a week that was never audited. 0 without a paid week. */
  lagSeconds: number;
}

/** Returns the state of the audit of all weeks. */
export async function rewardAuditState(db: Sql): Promise<RewardAuditState | undefined> {
  const { rows } = await db.query<RewardAuditState>(
    `SELECT coalesce(sum(faults), 0)::int AS faults,
            coalesce(extract(epoch FROM now() - min(coalesce(checked_at,
              (to_date(week.year || ' ' || number, 'IYYY IW') + 7)::timestamp AT TIME ZONE 'UTC'))), 0)::float8
              AS "lagSeconds"
     FROM week LEFT JOIN reward_audit audit ON audit.year = week.year AND audit.week = week.number
     WHERE state = 'paid'`,
  );
  return rows[0];
}
