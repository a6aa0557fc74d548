import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { weekName, type Week } from '../domain/week.ts';

/**
 * Locks the games and progress of users until the transaction ends. Locks of several users are taken in one order, so that
 * transactions do not deadlock.
 */
export async function lockUsers(sql: Sql, userIds: readonly UserId[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(user_id, 0)) FROM unnest($1::text[]) AS t (user_id)`,
    [[...new Set(userIds)].sort()],
  );
}

/** Returns the names of those weeks that are open. They stay so until the transaction ends: the replica that freezes one waits. */
export async function lockOpenWeeks(sql: Sql, weeks: readonly Week[]): Promise<Set<string>> {
  const { rows } = await sql.query<Week & { state: string }>(
    `SELECT year, number, state FROM week WHERE (year, number) IN (SELECT * FROM unnest($1::smallint[], $2::smallint[]))
     ORDER BY year, number FOR SHARE`,
    [weeks.map(({ year }) => year), weeks.map(({ number }) => number)],
  );
  return new Set(rows.filter(({ state }) => state === 'open').map(weekName));
}
