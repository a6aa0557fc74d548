import type { Sql } from '@fifteen/runtime';
import type { Week } from './weeks.ts';

/** One thing at a time is made of somebody's games; of several people, locks are taken in one order. */
export async function lockPeople(sql: Sql, userIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(user_id, 0)) FROM unnest($1::text[]) AS t (user_id)`,
    [[...new Set(userIds)].sort()],
  );
}

/** Whether a week is open. It stays so until the transaction ends: whoever freezes it waits. */
export async function holdOpen(sql: Sql, { year, number }: Week): Promise<boolean> {
  const { rows } = await sql.query<{ state: string }>(
    `SELECT state FROM week WHERE year = $1 AND number = $2 FOR SHARE`,
    [year, number],
  );
  return rows[0]?.state === 'open';
}
