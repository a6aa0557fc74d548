import type { Database } from '@fifteen/runtime';

/** Deletes the reward quotas of users and networks after eight days, and the daily totals after sixty. */
export async function deleteOldQuotas({ db }: { db: Database }): Promise<void> {
  await db.query('SELECT delete_old_quotas()');
}
