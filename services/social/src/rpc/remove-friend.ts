import type { RemoveFriendResponse, RemoveFriendRequest } from '@fifteen/proto/social';
import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { lockPair } from '../db/pairs.ts';
import { transact } from '../db/transaction.ts';
import { keyOf } from '../domain/pair.ts';

/** Ends a friendship; does nothing between users who are no friends. Their messages stay. */
export function removeFriend(
  context: AppContext,
  { userId, otherId }: RemoveFriendRequest,
): Promise<RemoveFriendResponse> {
  return transact(context, 'remove-friend', async (sql, notifications) => {
    const relationship = await lockPair(sql, userId, otherId);
    if (!relationship?.areFriends) return {};
    const [low, high] = keyOf(userId, otherId);
    await execute(sql, build('relationship').where({ low, high }).update({ friends_since: null }));
    notifications.friendsChanged(userId, otherId);
    return {};
  });
}
