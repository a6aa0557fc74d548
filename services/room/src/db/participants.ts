import { randomUUID } from 'node:crypto';
import { MAX_SPECTATORS, type RoomId, type UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import type { ParticipantRole } from '../domain/snapshot.ts';

const PLACES_OF_ROLE = { player: [1, 2], spectator: [3, 2 + MAX_SPECTATORS] } as const;

/**
 * Inserts a user at the first free place of a role. A seat is consent to one game.
 * @throws ROOM_FULL
 */
export async function insertParticipant(
  sql: Sql,
  roomId: RoomId,
  userId: UserId,
  role: ParticipantRole,
): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO participant (user_id, id, room_id, role, agreed, place)
     SELECT $1, $2, $3, $4, $4 = 'player', min(place) FROM generate_series($5::int, $6::int) AS place
     WHERE NOT EXISTS (SELECT 1 FROM participant WHERE room_id = $3 AND participant.place = place.place)
     HAVING min(place) IS NOT NULL`,
    [userId, randomUUID(), roomId, role, ...PLACES_OF_ROLE[role]],
  );
  if (rowCount === 0) throw new AppError('ROOM_FULL');
}

/** Inserts the two players of a match at the places of its new room, where they agree to its first game. */
export async function insertMatchedPlayers(
  sql: Sql,
  roomId: RoomId,
  userIds: readonly UserId[],
): Promise<void> {
  await sql.query(
    `INSERT INTO participant (user_id, id, room_id, role, agreed, place)
     SELECT user_id, id, $3, 'player', true, place
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS player (user_id, id, place)`,
    [userIds, userIds.map(() => randomUUID()), roomId],
  );
}

/** Returns the id of the room that a user is in. */
export async function findRoomOfUser(sql: Sql, userId: UserId): Promise<RoomId | undefined> {
  const { rows } = await sql.query<{ room_id: RoomId }>(
    `SELECT room_id FROM participant WHERE user_id = $1`,
    [userId],
  );
  return rows[0]?.room_id;
}

/** Returns whether a user is in a room, and has been since the stay with this id began. */
export async function isParticipant(sql: Sql, userId: UserId, participantId: string): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT 1 FROM participant WHERE user_id = $1 AND id = $2`, [
    ...[userId, participantId],
  ]);
  return rowCount === 1;
}
