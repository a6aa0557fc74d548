import type { MarkReadResponse, MarkReadRequest } from '@fifteen/proto/social';
import type { AppContext } from '../context.ts';
import { transact } from '../db/transaction.ts';
import { keyOf } from '../domain/pair.ts';

/** Marks all messages from the other user as read. */
export function markRead(
  context: AppContext,
  { userId, otherId }: MarkReadRequest,
): Promise<MarkReadResponse> {
  return transact(context, 'mark-read', async (sql, notifications) => {
    const { rowCount } = await sql.query(
      `UPDATE relationship SET low_unread = CASE low WHEN $3 THEN 0 ELSE low_unread END,
         high_unread = CASE high WHEN $3 THEN 0 ELSE high_unread END
       WHERE low = $1 AND high = $2 AND CASE low WHEN $3 THEN low_unread ELSE high_unread END > 0`,
      [...keyOf(userId, otherId), userId],
    );
    // The user's other tabs show the number, too.
    if (rowCount === 1) notifications.friendsChanged(userId);
    return {};
  });
}
