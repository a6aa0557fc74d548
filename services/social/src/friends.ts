import type { FriendsAnswer, FriendsRequest, Relation } from '@fifteen/proto/social';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import { commit } from './news.ts';
import { keyOf, lockPair } from './pairs.ts';
import type { Parts } from './parts.ts';

const PAGE = 200;
const AMONG = 10_000;
const RELATIONS = 200;
/** More unread messages than this are not told apart. */
const UNREAD_SHOWN = 99;

interface FriendRow {
  user_id: string;
  other_id: string;
  friends_since: Date;
  unread: number;
}

type Friend = Omit<FriendRow, 'user_id'>;

/** Friends of a user by id, or those of them who are among some people; see the RPC. Errors: INVALID. */
export async function friendsOf({ db }: Parts, request: FriendsRequest): Promise<FriendsAnswer> {
  const { userId, cursor, among, unread } = request;
  if (among.length > AMONG) throw new AppError('INVALID', `At most ${AMONG} people at once`);
  if (among.length > 0) return answer(await friendsAmong(db, request), '', 0);
  const limit = Math.min(request.limit || PAGE, PAGE);
  const friends = allFriends(userId)
    .select('other_id', 'friends_since', 'unread')
    .where('other_id', '>', cursor)
    .orderBy('other_id')
    .limit(limit + 1);
  if (unread) friends.where('unread', '>', 0);
  const rows = await rowsOf(db, friends);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.other_id ?? '') : '';
  if (cursor !== '' || unread) return answer(page, next, 0);
  return answer(page, next, next === '' ? page.length : await countFriends(db, userId));
}

const allFriends = (userId: string) =>
  build<FriendRow>('user_relationship').where({ user_id: userId }).whereNotNull('friends_since');

/**
 * The range that the ids lie in says nothing new, but lets the index be read once instead of for every id. Only for known
 * values the planner sees how many ids there are, and does not compare each with each.
 */
async function friendsAmong(db: Sql, { userId, among, limit }: FriendsRequest): Promise<Friend[]> {
  const sorted = among.toSorted();
  const { rows } = await db.query<Friend>({
    text: `SELECT other_id, friends_since, unread FROM user_relationship
      WHERE user_id = $1 AND friends_since IS NOT NULL AND other_id IN (SELECT unnest($2::text[]))
        AND other_id BETWEEN $3 AND $4
      ORDER BY other_id LIMIT $5`,
    values: [userId, among, sorted[0], sorted.at(-1), limit || AMONG],
  });
  return rows;
}

async function countFriends(db: Sql, userId: string): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, allFriends(userId).count({ total: '*' }));
  return row?.total ?? 0;
}

const answer = (rows: readonly Friend[], nextCursor: string, total: number): FriendsAnswer => ({
  friends: rows.map((row) => ({
    userId: row.other_id,
    since: row.friends_since,
    unread: Math.min(row.unread, UNREAD_SHOWN),
  })),
  nextCursor,
  total,
});

/** Ends a friendship; strangers are no error. Errors: NOT_YOURSELF. */
export async function removeFriend(parts: Parts, userId: string, otherId: string): Promise<void> {
  await commit(parts, 'remove', async (sql, news) => {
    const side = await lockPair(sql, userId, otherId);
    if (!side?.friends) return;
    const [low, high] = keyOf(userId, otherId);
    await execute(sql, build('relationship').where({ low, high }).update({ friends_since: null }));
    news.changed(userId, otherId);
  });
}

interface RelationRow {
  other_id: string;
  friend: boolean;
  blocks: boolean;
  blocked_by: boolean;
  asked: boolean;
  asked_by: boolean;
}

/** What a user is to others, in the order in which these were named; unknown people are strangers. Errors: INVALID. */
export async function relationsOf(
  { db }: Parts,
  userId: string,
  otherIds: readonly string[],
): Promise<Relation[]> {
  if (otherIds.length > RELATIONS) throw new AppError('INVALID', `At most ${RELATIONS} people at once`);
  const { rows } = await db.query<RelationRow>(
    `SELECT other_id, friends_since IS NOT NULL AS friend, blocks_at IS NOT NULL AS blocks,
       blocked_at IS NOT NULL AS blocked_by,
       request_status IS NOT DISTINCT FROM 'pending' AND requester_id = user_id AS asked,
       request_status IS NOT DISTINCT FROM 'pending' AND requester_id = other_id AS asked_by
     FROM user_relationship WHERE user_id = $1 AND other_id = ANY ($2)`,
    [userId, otherIds],
  );
  const known = new Map(rows.map((row) => [row.other_id, row]));
  return otherIds.map((otherId) => {
    const row = known.get(otherId);
    return {
      otherId,
      friend: row?.friend ?? false,
      blocks: row?.blocks ?? false,
      blockedBy: row?.blocked_by ?? false,
      asked: row?.asked ?? false,
      askedBy: row?.asked_by ?? false,
    };
  });
}
