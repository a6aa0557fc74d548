import { AppError, type Sql } from '@fifteen/runtime';

/** A request between two, the last there was. */
export interface Request {
  id: string;
  by: string;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed';
  sentAt: Date;
  answeredAt: Date | null;
}

/** What two people are to each other, as one of them sees it. */
export interface Side {
  userId: string;
  otherId: string;
  friends: boolean;
  request: Request | undefined;
  /** `userId` blocks the other; the other blocks `userId`. */
  blocks: boolean;
  blocked: boolean;
}

/** The request in a row: all columns of it are null without one, but for `answered_at`, which is null until it is answered. */
export interface RequestRow {
  request_id: string | null;
  requester_id: string | null;
  request_status: Request['status'] | null;
  requested_at: Date | null;
  answered_at: Date | null;
}

/** A row of the table. */
export interface PairRow extends RequestRow {
  low: string;
  high: string;
  friends_since: Date | null;
  low_blocks_at: Date | null;
  high_blocks_at: Date | null;
  low_unread: number;
  high_unread: number;
}

/** As in the contract. */
const ID = /^[\w.:-]{1,64}$/;

/** The key of a pair. Errors: NOT_YOURSELF; INVALID for what is no id. */
export function keyOf(userId: string, otherId: string): [low: string, high: string] {
  if (!ID.test(userId) || !ID.test(otherId)) throw new AppError('INVALID', 'There is no such id');
  if (userId === otherId) throw new AppError('NOT_YOURSELF', 'You cannot do that to yourself');
  return userId < otherId ? [userId, otherId] : [otherId, userId];
}

/** A pair as one of the two sees it: `userId` must be one of them. */
export function sideOf(row: PairRow, userId: string): Side {
  const isLow = row.low === userId;
  const [blocks, blocked] = isLow
    ? [row.low_blocks_at, row.high_blocks_at]
    : [row.high_blocks_at, row.low_blocks_at];
  return {
    userId,
    otherId: isLow ? row.high : row.low,
    friends: row.friends_since !== null,
    request: requestOf(row),
    blocks: blocks !== null,
    blocked: blocked !== null,
  };
}

/** Returns the last request of a row, undefined when there never was one. */
export function requestOf(row: RequestRow): Request | undefined {
  const { request_id: id, requester_id: by, request_status: status, requested_at: sentAt } = row;
  if (id === null || by === null || status === null || sentAt === null) return undefined;
  return { id, by, status, sentAt, answeredAt: row.answered_at };
}

/**
 * What two are to each other, locked until the transaction ends: everything between them changes under this lock.
 * Undefined when they never had to do with each other. Errors: NOT_YOURSELF, INVALID.
 */
export async function lockPair(sql: Sql, userId: string, otherId: string): Promise<Side | undefined> {
  const { rows } = await sql.query<PairRow>(
    `SELECT * FROM relationship WHERE low = $1 AND high = $2 FOR UPDATE`,
    keyOf(userId, otherId),
  );
  return rows[0] && sideOf(rows[0], userId);
}

/** The same for acts that begin something between two. Errors: also NOT_FOUND, when the account of one has ended. */
export async function lockNewPair(sql: Sql, userId: string, otherId: string): Promise<Side> {
  const key = keyOf(userId, otherId);
  // An account that ends in this moment waits for us, or we for it; see departures.ts.
  await sql.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended(id, 0)) FROM unnest($1::text[]) AS id`,
    [key],
  );
  await sql.query(
    `INSERT INTO relationship (low, high)
     SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM deleted_user WHERE user_id IN ($1, $2)) ON CONFLICT DO NOTHING`,
    key,
  );
  const side = await lockPair(sql, userId, otherId);
  if (!side) throw new AppError('NOT_FOUND', 'Player not found');
  return side;
}

/** Errors: FORBIDDEN (they block the other), BLOCKED (by the other). */
export function assertOpen({ blocks, blocked }: Side): void {
  if (blocks) throw new AppError('FORBIDDEN', 'You have blocked this user');
  if (blocked) throw new AppError('BLOCKED', 'You have been blocked by this user');
}
