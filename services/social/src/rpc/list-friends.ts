import type { UserId } from '@fifteen/domain';
import type { ListFriendsRequest, ListFriendsResponse } from '@fifteen/proto/social';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';

const PAGE = 200;
const AMONG_MAX = 10_000;
/** The highest number of unread messages that is counted. */
const UNREAD_MAX = 99;

/**
 * Returns a page of a user's friends by id, or those friends who are among given users.
 * @throws INVALID
 */
export async function listFriends(
  { db }: AppContext,
  request: ListFriendsRequest,
): Promise<ListFriendsResponse> {
  const { userId, cursor, among, unread, withoutTotal } = request;
  if (among.length > AMONG_MAX)
    throw new AppError('INVALID', { reason: `At most ${AMONG_MAX} people at once` });
  if (among.length > 0) return toResponse(await friendsAmong(db, request), '', 0);
  const limit = Math.min(request.limit || PAGE, PAGE);
  const friends = friendsOf(userId)
    .select('other_id', 'friends_since', 'unread')
    .where('other_id', '>', cursor)
    .orderBy('other_id')
    .limit(limit + 1);
  if (unread) friends.where('unread', '>', 0);
  const rows = await queryRows(db, friends);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.other_id ?? '') : '';
  if (cursor !== '' || unread || withoutTotal) return toResponse(page, next, 0);
  return toResponse(page, next, next === '' ? page.length : await countFriends(db, userId));
}

interface FriendRow {
  other_id: UserId;
  friends_since: Date;
  unread: number;
}

const friendsOf = (userId: UserId) =>
  build<FriendRow & { user_id: UserId }>('user_relationship')
    .where({ user_id: userId })
    .whereNotNull('friends_since');

/**
 * The BETWEEN lets the planner read one range of the index instead of one entry per id. The text is no prepared statement,
 * because only for known values the planner sees how many ids there are; a generic plan compares each with each.
 */
async function friendsAmong(db: Sql, { userId, among, limit }: ListFriendsRequest): Promise<FriendRow[]> {
  const sorted = among.toSorted();
  const { rows } = await db.query<FriendRow>({
    text: `SELECT other_id, friends_since, unread FROM user_relationship
      WHERE user_id = $1 AND friends_since IS NOT NULL AND other_id IN (SELECT unnest($2::text[]))
        AND other_id BETWEEN $3 AND $4
      ORDER BY other_id LIMIT $5`,
    values: [userId, among, sorted[0], sorted.at(-1), limit || AMONG_MAX],
  });
  return rows;
}

async function countFriends(db: Sql, userId: UserId): Promise<number> {
  const [row] = await queryRows<{ total: number }>(db, friendsOf(userId).count({ total: '*' }));
  return row?.total ?? 0;
}

const toResponse = (rows: readonly FriendRow[], nextCursor: string, total: number): ListFriendsResponse => ({
  friends: rows.map((row) => ({
    userId: row.other_id,
    since: row.friends_since,
    unread: Math.min(row.unread, UNREAD_MAX),
  })),
  nextCursor,
  total,
});
