import type { UserId } from '@fifteen/domain';
import type { EventHandler } from '@fifteen/runtime';
import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { deleteMessages } from '../db/messages.ts';
import { PendingNotifications } from '../db/transaction.ts';

/**
 * Deletes a user's friendships, requests, blocks and messages. A command that creates a pair with this user holds the lock
 * shared (`lockNewPair`): either it commits before this deletion, or it finds the user in `deleted_user`.
 */
export const userDeleted: EventHandler<'userDeleted', AppContext> = async (context, sql, { userId }) => {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [userId]);
  await execute(sql, build('deleted_user').insert({ user_id: userId }).onConflict().ignore());
  const { rows: pairs } = await sql.query<{ low: UserId; high: UserId }>(
    `SELECT low, high FROM relationship WHERE low = $1 OR high = $1`,
    [userId],
  );
  // Before their pairs, whose deletion would delete them all in one statement.
  for (const { low, high } of pairs) await deleteMessages(sql, [low, high]);
  const { rows } = await sql.query<{ low: UserId; high: UserId; wasShown: boolean }>(
    `DELETE FROM relationship WHERE low = $1 OR high = $1
     RETURNING low, high, friends_since IS NOT NULL OR request_status IS NOT DISTINCT FROM 'pending' AS "wasShown"`,
    [userId],
  );
  await execute(sql, build('friend_request_quota').where({ user_id: userId }).delete());
  const notifications = new PendingNotifications();
  for (const { low, high, wasShown } of rows)
    if (wasShown) notifications.friendsChanged(low === userId ? high : low);
  return () => notifications.send(context);
};
