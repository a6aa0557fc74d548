import type { RoomId, UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';

/**
 * Transactions take their locks in one order: users, rooms by id, and then what belongs to a room. Two do not, and can
 * deadlock: a batch of events locks rooms in the order of its events, and `expireInvitations` locks no rooms. Postgres ends
 * one of the transactions, and `openDatabase` retries it.
 */

/** Locks a room. Each change of a room happens under this lock. */
export async function lockRoom(sql: Sql, roomId: RoomId): Promise<void> {
  await sql.query(`SELECT 1 FROM room WHERE id = $1 FOR UPDATE`, [roomId]);
}

/** Locks rooms in the order of their ids. */
export async function lockRooms(sql: Sql, roomIds: readonly RoomId[]): Promise<void> {
  await sql.query(`SELECT 1 FROM room WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, [roomIds]);
}

/**
 * Serializes the invitations of one user, across rooms. Always the last lock of a transaction; it has a key space of its
 * own, because {@link lockUsersAndRooms} takes its locks first.
 */
export async function lockInvitedUser(sql: Sql, userId: UserId): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`, [userId]);
}

/** Locks users who change rooms, the rooms they are in, and the room that they enter. */
export async function lockUsersAndRooms(
  sql: Sql,
  userIds: readonly UserId[],
  roomId?: RoomId,
): Promise<void> {
  await Promise.all([
    sql.query(
      `SELECT pg_advisory_xact_lock(key)
       FROM (SELECT DISTINCT hashtextextended(id, 0) AS key FROM unnest($1::text[]) AS id ORDER BY key) AS keys`,
      [userIds],
    ),
    sql.query(
      // One array, because a condition with OR would read the whole table.
      `SELECT 1 FROM room WHERE id = ANY (array(SELECT room_id FROM participant WHERE user_id = ANY ($1)) || $2::text)
       ORDER BY id FOR UPDATE`,
      [userIds, roomId ?? null],
    ),
  ]);
}
