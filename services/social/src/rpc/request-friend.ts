import { randomUUID } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import type { FriendRequest, RequestFriendRequest, RequestFriendResponse } from '@fifteen/proto/social';
import { AppError, settingDetails, type Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { hasSentRequest, lockNewPair, requestOf, type PairRow } from '../db/pairs.ts';
import { settleRequest } from '../db/settle-request.ts';
import { transact, type PendingNotifications } from '../db/transaction.ts';
import { toFriendRequest } from '../domain/friend-request.ts';
import { assertNotBlocked, keyOf, type Relationship } from '../domain/pair.ts';

/**
 * Limits of one user (docs/threats.md, 62), which PLAYER_LIMIT_SCALE multiplies: requests a day, which the table
 * `friend_request_quota` counts, and pending requests.
 */
const REQUESTS_PER_DAY = 20;
const PENDING_MAX = 100;

/**
 * Sends a friend request; accepts the other's if one is pending.
 * @throws NOT_YOURSELF, REQUEST_EXISTS, ALREADY_FRIENDS, BLOCKED_BY_YOU, BLOCKED, USER_NOT_FOUND, REQUESTS_WAITING,
 *   TOO_MANY_REQUESTS (retryAfter, seconds)
 */
export async function requestFriend(
  context: AppContext,
  { userId, otherId }: RequestFriendRequest,
): Promise<RequestFriendResponse> {
  const sent = await transact(context, 'request-friend', async (sql, notifications) => {
    const relationship = await lockNewPair(sql, userId, otherId);
    assertNotBlocked(relationship);
    const { areFriends, request } = relationship;
    if (areFriends) throw new AppError('ALREADY_FRIENDS');
    if (request?.status === 'pending' && request.requesterId === otherId)
      return settleRequest(sql, notifications, relationship, request, 'accepted');
    if (await hasSentRequest(sql, userId, otherId)) throw new AppError('REQUEST_EXISTS');
    await countRequest(sql, userId, context.playerScale);
    return insertRequest(sql, notifications, relationship);
  });
  return { request: sent };
}

/**
 * Counts one more request of a user. Locks the row of the day, so that concurrent requests are counted in turn. The day
 * in UTC, and what is left of it, are those of the database.
 */
async function countRequest(sql: Sql, userId: UserId, scale: number): Promise<void> {
  const { rows } = await sql.query<{ counted: boolean; seconds_left: number }>(
    `WITH counted AS (
       INSERT INTO friend_request_quota (user_id, day, n) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
       ON CONFLICT (user_id, day) DO UPDATE SET n = friend_request_quota.n + 1 WHERE friend_request_quota.n < $2
       RETURNING n)
     SELECT EXISTS (SELECT FROM counted) AS counted,
            ceil(86400 - extract(epoch FROM now()) % 86400)::integer AS seconds_left`,
    [userId, Math.round(REQUESTS_PER_DAY * scale)],
  );
  const [count] = await queryRows<{ pending: number }>(
    sql,
    build('relationship').where({ requester_id: userId, request_status: 'pending' }).count({ pending: '*' }),
  );
  // Has no `retryAfter`: it ends when a recipient answers.
  if ((count?.pending ?? 0) >= Math.round(PENDING_MAX * scale)) throw new AppError('REQUESTS_WAITING');
  const today = rows[0];
  if (!today?.counted) {
    const raise = settingDetails('PLAYER_LIMIT_SCALE', scale);
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: today?.seconds_left, ...raise });
  }
}

async function insertRequest(
  sql: Sql,
  notifications: PendingNotifications,
  { userId, otherId }: Relationship,
): Promise<FriendRequest> {
  const { rows } = await sql.query<PairRow>(
    `UPDATE relationship SET request_id = $3, requester_id = $4, request_status = 'pending', requested_at = now(),
       answered_at = NULL
     WHERE low = $1 AND high = $2 RETURNING *`,
    [...keyOf(userId, otherId), randomUUID(), userId],
  );
  const request = rows[0] && requestOf(rows[0]);
  if (!request) throw new Error('the locked pair does not exist');
  const value = toFriendRequest(request, otherId);
  notifications.add(otherId, { $case: 'friendRequest', value });
  return value;
}
