import type { BlockResponse, BlockRequest } from '@fifteen/proto/social';
import type { AppContext } from '../context.ts';
import { lockNewPair } from '../db/pairs.ts';
import { transact } from '../db/transaction.ts';
import { keyOf } from '../domain/pair.ts';

/**
 * Blocks a user. Ends a friendship and a pending request between the two. A repeat changes nothing.
 * @throws NOT_YOURSELF, USER_NOT_FOUND for a deleted user
 */
export function block(context: AppContext, { userId, otherId }: BlockRequest): Promise<BlockResponse> {
  return transact(context, 'block', async (sql, notifications) => {
    const { blocks, areFriends, request } = await lockNewPair(sql, userId, otherId);
    if (blocks) return {};
    await sql.query(
      `UPDATE relationship SET friends_since = NULL,
         low_blocks_at = CASE low WHEN $3 THEN now() ELSE low_blocks_at END,
         high_blocks_at = CASE high WHEN $3 THEN now() ELSE high_blocks_at END,
         answered_at = CASE request_status WHEN 'pending' THEN now() ELSE answered_at END,
         request_status = CASE request_status WHEN 'pending' THEN 'lapsed' ELSE request_status END
       WHERE low = $1 AND high = $2`,
      [...keyOf(userId, otherId), userId],
    );
    notifications.friendsChanged(userId);
    // The blocked user learns of the lost friend or request only, not of the block.
    if (areFriends || request?.status === 'pending') notifications.friendsChanged(otherId);
    return {};
  });
}
