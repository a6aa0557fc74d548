import type { FriendRequest } from '@fifteen/proto/social';
import type { Sql } from '@fifteen/runtime';
import { toFriendRequest } from '../domain/friend-request.ts';
import { keyOf, type LastRequest, type Relationship } from '../domain/pair.ts';
import type { PendingNotifications } from './transaction.ts';

/**
 * Writes a user's answer to the pending request of the other; `accepted` makes both friends. The sender does not see a
 * rejection (docs/spec/around-play.md#around-4.3).
 */
export async function settleRequest(
  sql: Sql,
  notifications: PendingNotifications,
  { userId, otherId }: Relationship,
  request: LastRequest,
  status: 'accepted' | 'rejected',
): Promise<FriendRequest> {
  await sql.query(
    `UPDATE relationship SET request_status = $3, answered_at = now(),
       friends_since = CASE $3 WHEN 'accepted' THEN now() END
     WHERE low = $1 AND high = $2`,
    [...keyOf(userId, otherId), status],
  );
  const value = toFriendRequest({ ...request, status }, userId);
  notifications.friendsChanged(userId);
  if (status === 'accepted') {
    notifications.add(otherId, { $case: 'friendRequest', value });
    notifications.friendsChanged(otherId);
  }
  return value;
}
