import { DEFAULT_ROOM_NAME, toUserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { roomIdOfMatch } from '../domain/ids.ts';
import { insertRoom } from './rooms.ts';

/** Settings of every match room. */
export const MATCH_ROOM = { name: DEFAULT_ROOM_NAME, maxPlayers: 2, private: true };

/**
 * Calls off a match that was not created, for good: inserts a closed room without a round, which a late call that would
 * create the match finds. Waits for a creation that is running. Returns false when the match was created.
 * @throws SERVICE_UNAVAILABLE when the creation takes too long
 */
export async function callOffMatch(sql: Sql, matchId: string): Promise<boolean> {
  const id = roomIdOfMatch(matchId);
  // A closed room shows its owner to no client, and this one never had any.
  const room = { ...MATCH_ROOM, id, ownerId: toUserId(''), bet: 0, matchId };
  return (await insertRoom(sql, { ...room, status: 'closed' })) || isMatchCalledOff(sql, matchId);
}

/** Returns whether a match that has a room was called off: one that was created has a round from its first moment. */
export async function isMatchCalledOff(sql: Sql, matchId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT 1 FROM room WHERE match_id = $1 AND NOT EXISTS (SELECT FROM round WHERE room_id = room.id)`,
    [matchId],
  );
  return rowCount === 1;
}
