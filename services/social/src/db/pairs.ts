import type { UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import { build } from '@fifteen/runtime/statements';
import { keyOf, type LastRequest, type Relationship } from '../domain/pair.ts';

/** The request in a row. Without one, all columns are null; `answered_at` is null while the request is pending. */
export interface RequestRow {
  request_id: string | null;
  requester_id: UserId | null;
  request_status: LastRequest['status'] | null;
  requested_at: Date | null;
  answered_at: Date | null;
}

/** A row of `relationship`: two users by their ids, the lower one first. */
export interface PairRow extends RequestRow {
  low: UserId;
  high: UserId;
  friends_since: Date | null;
  low_blocks_at: Date | null;
  high_blocks_at: Date | null;
  low_unread: number;
  high_unread: number;
}

/** A row of the view `user_relationship`: a pair as `user_id` sees it. */
export interface SideRow extends RequestRow {
  user_id: UserId;
  other_id: UserId;
  friends_since: Date | null;
  blocks_at: Date | null;
  blocked_at: Date | null;
  unread: number;
  /** The user sent the last request and cannot send another yet, by the clock of the database. */
  request_sent: boolean;
}

/** Starts a statement over all pairs of a user. */
export const sidesOf = (userId: UserId) => build<SideRow>('user_relationship').where({ user_id: userId });

/** Returns whether the last request between two users is one that `userId` sent and cannot send again. */
export async function hasSentRequest(sql: Sql, userId: UserId, otherId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM user_relationship WHERE user_id = $1 AND other_id = $2 AND request_sent`,
    [userId, otherId],
  );
  return rowCount === 1;
}

/** Returns a pair as `userId`, one of the two, sees it. */
export function relationshipOf(row: PairRow, userId: UserId): Relationship {
  const isLow = row.low === userId;
  const [blocks, blocked] = isLow
    ? [row.low_blocks_at, row.high_blocks_at]
    : [row.high_blocks_at, row.low_blocks_at];
  return {
    userId,
    otherId: isLow ? row.high : row.low,
    areFriends: row.friends_since !== null,
    request: requestOf(row),
    blocks: blocks !== null,
    blockedBy: blocked !== null,
  };
}

/** Returns the last request of a row, or undefined if there never was one. */
export function requestOf(row: RequestRow): LastRequest | undefined {
  const { request_id: id, requester_id: requesterId, request_status: status, requested_at: sentAt } = row;
  if (id === null || requesterId === null || status === null || sentAt === null) return undefined;
  return { id, requesterId, status, sentAt };
}

/**
 * Locks a pair until the transaction ends: every change between two users happens under this lock. Returns undefined
 * for a pair without a row.
 * @throws NOT_YOURSELF and INVALID
 */
export async function lockPair(sql: Sql, userId: UserId, otherId: UserId): Promise<Relationship | undefined> {
  const { rows } = await sql.query<PairRow>(
    `SELECT * FROM relationship WHERE low = $1 AND high = $2 FOR UPDATE`,
    keyOf(userId, otherId),
  );
  return rows[0] && relationshipOf(rows[0], userId);
}

/** Locks a pair and creates its row if there is none. Throws like `lockPair`, and USER_NOT_FOUND for a deleted user. */
export async function lockNewPair(sql: Sql, userId: UserId, otherId: UserId): Promise<Relationship> {
  const key = keyOf(userId, otherId);
  // The deletion of either user waits for this transaction, or this transaction for the deletion (`userDeleted`).
  await sql.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended(id, 0)) FROM unnest($1::text[]) AS id`,
    [key],
  );
  // A conflict locks the row, so that no concurrent `unblock` deletes it before it is read.
  await sql.query(
    `INSERT INTO relationship (low, high)
     SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM deleted_user WHERE user_id IN ($1, $2))
     ON CONFLICT (low, high) DO UPDATE SET low = excluded.low WHERE false`,
    key,
  );
  const relationship = await lockPair(sql, userId, otherId);
  if (!relationship) throw new AppError('USER_NOT_FOUND');
  return relationship;
}
