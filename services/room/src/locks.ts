import type { Sql } from '@fifteen/runtime';

/**
 * Locks are taken in one order, so that acts wait for each other and never in a circle: people, rooms by id, and then
 * whatever belongs to a room.
 */

/** Everything about a room changes under this lock. */
export async function lockRoom(sql: Sql, roomId: string): Promise<void> {
  await sql.query(`SELECT 1 FROM room WHERE id = $1 FOR UPDATE`, [roomId]);
}

/**
 * Lets one invitation of a user be written at a time, whichever room it is to. Always the last lock of a transaction; it
 * has a key space of its own, because `lockMovers` takes its locks first.
 */
export async function lockInvited(sql: Sql, userId: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`, [userId]);
}

/** Locks people who change rooms, the rooms they are in, and the one they go to. */
export async function lockMovers(sql: Sql, userIds: readonly string[], roomId?: string): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(key)
     FROM (SELECT DISTINCT hashtextextended(id, 0) AS key FROM unnest($1::text[]) AS id ORDER BY key) AS keys`,
    [userIds],
  );
  await sql.query(
    `SELECT 1 FROM room
     WHERE id = $2 OR id IN (SELECT room_id FROM participant WHERE user_id = ANY ($1)) ORDER BY id FOR UPDATE`,
    [userIds, roomId ?? null],
  );
}
