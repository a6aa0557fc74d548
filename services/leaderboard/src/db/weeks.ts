import type { Sql } from '@fifteen/runtime';
import { endOf, weekAfter, type Week } from '../domain/week.ts';

/** A week that is over and not paid. */
export interface UnpaidWeek {
  year: number;
  number: number;
  state: 'open' | 'frozen';
}

/** Inserts those weeks that do not exist. */
export async function insertWeeks(sql: Sql, weeks: readonly Week[]): Promise<void> {
  await sql.query(
    `INSERT INTO week (year, number) SELECT * FROM unnest($1::smallint[], $2::smallint[]) ON CONFLICT DO NOTHING`,
    [weeks.map(({ year }) => year), weeks.map(({ number }) => number)],
  );
}

/**
 * Returns the weeks that ended at least `closeAfterMs` ago and are not paid, oldest first. Weeks since the newest one are
 * inserted, because this service may have missed all of their games.
 */
export async function unpaidWeeks(sql: Sql, closeAfterMs: number): Promise<UnpaidWeek[]> {
  const { rows } = await sql.query<{ year: number; number: number; now: Date }>(
    `SELECT year, number, now() FROM week ORDER BY year DESC, number DESC LIMIT 1`,
  );
  const [newest] = rows;
  if (!newest) return [];
  const isOver = (week: Week): boolean => endOf(week).getTime() + closeAfterMs <= newest.now.getTime();
  for (let week = weekAfter(newest); isOver(week); week = weekAfter(week)) await insertWeeks(sql, [week]);
  const unpaid = await sql.query<UnpaidWeek>(
    `SELECT year, number, state FROM week WHERE state <> 'paid' ORDER BY year, number`,
  );
  return unpaid.rows.filter(isOver);
}

/** Seconds since the end of the oldest week in each state that is over and not paid; 0 when there is none. */
export type UnpaidWeekAges = Record<UnpaidWeek['state'], number>;

/** Returns for how long weeks that are over have not been paid. */
export async function unpaidWeekAges(sql: Sql): Promise<UnpaidWeekAges | undefined> {
  const { rows } = await sql.query<UnpaidWeekAges>(
    `SELECT greatest(max(age) FILTER (WHERE state = 'open'), 0)::float8 AS open,
            greatest(max(age) FILTER (WHERE state = 'frozen'), 0)::float8 AS frozen
     FROM (SELECT state, extract(epoch FROM now()
         - (to_date(year || ' ' || number, 'IYYY IW') + 7)::timestamp AT TIME ZONE 'UTC') AS age
       FROM week WHERE state <> 'paid') unpaid`,
  );
  return rows[0];
}
