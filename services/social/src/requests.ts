import { randomUUID } from 'node:crypto';
import { RequestStatus, type AnswerFriendRequestRequest, type FriendRequest } from '@fifteen/proto/social';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, rowsOf } from '@fifteen/runtime/statements';
import { commit, type News } from './news.ts';
import {
  assertOpen,
  keyOf,
  lockNewPair,
  requestOf,
  sideOf,
  type PairRow,
  type Request,
  type RequestRow,
  type Side,
} from './pairs.ts';
import type { Parts } from './parts.ts';

/** Requests of one person (threat 62): on a day, which the table `friend_request_quota` enforces, and at a time. */
const ASKED_PER_DAY = 20;
const WAITING_MAX = 100;
/** Whoever was refused asks again after this long at the earliest. */
const REFUSED_MS = 24 * 60 * 60_000;
const LISTED = 100;

const STATUS = {
  pending: RequestStatus.PENDING,
  accepted: RequestStatus.ACCEPTED,
  rejected: RequestStatus.REJECTED,
  lapsed: RequestStatus.REJECTED,
} as const;

const shown = ({ id, by, status, sentAt }: Request, requestedId: string): FriendRequest => ({
  id,
  requesterId: by,
  requestedId,
  status: STATUS[status],
  sentAt,
});

/** Asks somebody to be friends; see the RPC for its errors. */
export function requestFriend(parts: Parts, userId: string, otherId: string): Promise<FriendRequest> {
  return commit(parts, 'ask', async (sql, news) => {
    const side = await lockNewPair(sql, userId, otherId);
    assertOpen(side);
    if (side.friends) throw new AppError('ALREADY_FRIENDS', 'You are already friends with this user');
    const { request } = side;
    if (request?.status === 'pending' && request.by === otherId)
      return settle(sql, news, side, request, 'accepted');
    if (request?.by === userId && isInTheWay(request))
      throw new AppError('REQUEST_EXISTS', 'Friend request already exists between you and this user');
    await countRequest(sql, userId, parts.playerScale);
    return ask(sql, news, side);
  });
}

const isInTheWay = ({ status, answeredAt }: Request): boolean =>
  status === 'pending' || (status === 'rejected' && Date.now() - (answeredAt?.getTime() ?? 0) < REFUSED_MS);

async function ask(sql: Sql, news: News, { userId, otherId }: Side): Promise<FriendRequest> {
  const { rows } = await sql.query<PairRow>(
    `UPDATE relationship SET request_id = $3, requester_id = $4, request_status = 'pending', requested_at = now(),
       answered_at = NULL
     WHERE low = $1 AND high = $2 RETURNING *`,
    [...keyOf(userId, otherId), randomUUID(), userId],
  );
  const request = rows[0] && requestOf(rows[0]);
  if (!request) throw new Error('the locked pair is gone');
  const value = shown(request, otherId);
  news.toUser(otherId, { $case: 'friendRequest', value });
  return value;
}

/** One more request of this person. The row of the day is locked, so they are counted one after the other. */
async function countRequest(sql: Sql, userId: string, scale: number): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO friend_request_quota (user_id, day, n) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
     ON CONFLICT (user_id, day) DO UPDATE SET n = friend_request_quota.n + 1 WHERE friend_request_quota.n < $2`,
    [userId, Math.round(ASKED_PER_DAY * scale)],
  );
  const [count] = await rowsOf<{ waiting: number }>(
    sql,
    build('relationship').where({ requester_id: userId, request_status: 'pending' }).count({ waiting: '*' }),
  );
  // No time can be named for it: it ends when one of them is answered.
  if ((count?.waiting ?? 0) >= Math.round(WAITING_MAX * scale))
    throw new AppError('REQUESTS_WAITING', 'Too many friend requests wait for an answer');
  if (rowCount === 0) {
    const retryAfter = untilTomorrow();
    const details: Record<string, number | string> = { retryAfter };
    if (scale > 1) details['setting'] = 'PLAYER_LIMIT_SCALE';
    throw new AppError('TOO_MANY_REQUESTS', 'Too many friend requests', details);
  }
}

/** Seconds. */
function untilTomorrow(): number {
  const now = new Date();
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((tomorrow - now.getTime()) / 1_000);
}

/** Answers the request that waits between two: with `accepted` they are friends. */
async function settle(
  sql: Sql,
  news: News,
  { userId, otherId }: Side,
  request: Request,
  status: 'accepted' | 'rejected',
): Promise<FriendRequest> {
  await sql.query(
    `UPDATE relationship SET request_status = $3, answered_at = now(),
       friends_since = CASE $3 WHEN 'accepted' THEN now() END
     WHERE low = $1 AND high = $2`,
    [...keyOf(userId, otherId), status],
  );
  const value = shown({ ...request, status }, userId);
  news.toUser(otherId, { $case: 'friendRequest', value });
  news.changed(userId, ...(status === 'accepted' ? [otherId] : []));
  return value;
}

/** Answers somebody's request; see the RPC. Errors: NOT_FOUND, CONFLICT. */
export function answerFriendRequest(
  parts: Parts,
  { requestId, userId, accept }: AnswerFriendRequestRequest,
): Promise<FriendRequest> {
  const status = accept ? 'accepted' : 'rejected';
  return commit(parts, 'answer', async (sql, news) => {
    const { rows } = await sql.query<PairRow>(
      `SELECT * FROM relationship WHERE request_id = $1 AND $2 IN (low, high) AND requester_id <> $2 FOR UPDATE`,
      [requestId, userId],
    );
    const side = rows[0] && sideOf(rows[0], userId);
    const request = side?.request;
    if (!request || request.status === 'lapsed') throw new AppError('NOT_FOUND', 'Friend request not found');
    if (request.status === 'pending') return settle(sql, news, side, request, status);
    if (request.status !== status) throw new AppError('CONFLICT', 'You have answered this request already');
    return shown(request, userId);
  });
}

/** A row of the view: a pair as `user_id` sees it. */
interface SideRow extends Omit<RequestRow, 'answered_at'> {
  user_id: string;
  other_id: string;
  friends_since: Date | null;
  blocks_at: Date | null;
  blocked_at: Date | null;
  unread: number;
}

/** The requests that wait for a user's answer, newest first. */
export async function friendRequests({ db }: Parts, userId: string): Promise<FriendRequest[]> {
  const rows = await rowsOf(
    db,
    build<SideRow>('user_relationship')
      .where({ user_id: userId, request_status: 'pending' })
      .whereNot({ requester_id: userId })
      .orderBy([{ column: 'requested_at', order: 'desc' }, 'request_id'])
      .limit(LISTED),
  );
  // A request that waits has no answer, so the view leaves out when it was given.
  const requests = rows.flatMap((row) => requestOf({ ...row, answered_at: null }) ?? []);
  return requests.map((request) => shown(request, userId));
}
