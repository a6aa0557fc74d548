import type { UnblockResponse, UnblockRequest } from '@fifteen/proto/social';
import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { lockPair } from '../db/pairs.ts';
import { transact } from '../db/transaction.ts';
import { keyOf } from '../domain/pair.ts';

/** Ends a block; does nothing without one. Deletes the row of strangers. */
export function unblock(context: AppContext, { userId, otherId }: UnblockRequest): Promise<UnblockResponse> {
  return transact(context, 'unblock', async (sql, notifications) => {
    const relationship = await lockPair(sql, userId, otherId);
    if (!relationship?.blocks) return {};
    const [low, high] = keyOf(userId, otherId);
    // Without a request the two were never friends, so they have no messages either.
    if (!relationship.blockedBy && !relationship.request)
      await execute(sql, build('relationship').where({ low, high }).delete());
    else
      await sql.query(
        `UPDATE relationship SET
           low_blocks_at = CASE WHEN low <> $3 THEN low_blocks_at END,
           high_blocks_at = CASE WHEN high <> $3 THEN high_blocks_at END
         WHERE low = $1 AND high = $2`,
        [low, high, userId],
      );
    notifications.friendsChanged(userId);
    return {};
  });
}
