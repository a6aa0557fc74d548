import type { Sql } from '@fifteen/runtime';
import { build, execute } from '@fifteen/runtime/statements';
import type { News } from './news.ts';

/**
 * An account has ended: it vanishes from everybody's friends, requests and blocks, with what was written. Whoever is
 * just beginning something with it has finished before we look, or finds it gone (`lockNewPair`).
 */
export async function forget(sql: Sql, news: News, userId: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [userId]);
  await execute(sql, build('deleted_user').insert({ user_id: userId }).onConflict().ignore());
  const { rows } = await sql.query<{ low: string; high: string; close: boolean }>(
    `DELETE FROM relationship WHERE low = $1 OR high = $1
     RETURNING low, high, friends_since IS NOT NULL OR request_status IS NOT DISTINCT FROM 'pending' AS close`,
    [userId],
  );
  await execute(sql, build('friend_request_quota').where({ user_id: userId }).delete());
  for (const { low, high, close } of rows) if (close) news.changed(low === userId ? high : low);
}
