import type { AppContext } from '../context.ts';

/** Days for which every access record is kept, as in the identity service. Of the older ones, the newest of each user is. */
const RETENTION_DAYS = 90;
/** Days in which a record that turned so old deletes the ones before it; the next such record of the user does, too. */
const SEARCH_DAYS = 2;
/** Records that one statement deletes. */
const BATCH = 10_000;

/**
 * Deletes access records that are older than 90 days and followed by one that is, too: games are compared with the records
 * of their range and the newest one before it. Returns whether there may be more.
 */
export async function deleteOldAccessRecords({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM sighting WHERE ctid = ANY (ARRAY(
       SELECT earlier.ctid
       FROM (SELECT user_id, max(at) AS at FROM sighting
         WHERE at < now() - make_interval(days => $1) AND at > now() - make_interval(days => $1 + $2)
         GROUP BY user_id) AS latest
       JOIN sighting AS earlier ON earlier.user_id = latest.user_id AND earlier.at < latest.at
       LIMIT $3))`,
    [RETENTION_DAYS, SEARCH_DAYS, BATCH],
  );
  return rowCount === BATCH;
}
