import type { Database } from '@fifteen/runtime';

/** Deletes the counts of friend requests of past days. */
export async function deleteRequestCounts(db: Database): Promise<void> {
  await db.query(`DELETE FROM friend_request_quota WHERE day < (now() AT TIME ZONE 'UTC')::date`);
}
