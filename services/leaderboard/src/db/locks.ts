import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { Week } from '../domain/week.ts';

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

/** Returns whether a week is open. It stays so until the transaction ends: the replica that freezes it waits. */
export async function lockOpenWeek(sql: Sql, { year, number }: Week): Promise<boolean> {
  const { rows } = await sql.query<{ state: string }>(
    `SELECT state FROM week WHERE year = $1 AND number = $2 FOR SHARE`,
    [year, number],
  );
  return rows[0]?.state === 'open';
}
