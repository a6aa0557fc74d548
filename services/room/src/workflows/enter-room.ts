import type { RoomId, UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import { acceptPendingInvitation } from '../db/invitations.ts';
import { insertParticipant } from '../db/participants.ts';
import { updateRoom } from '../db/rooms.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { roleOf, type ParticipantRole } from '../domain/snapshot.ts';
import { leaveRooms, loadParticipations } from './leave-room.ts';

/**
 * Adds a user to a room, which accepts their pending invitation to it, and removes them from any other. The caller holds
 * the locks and has checked the stake. Changes nothing for a user who is in the room in this role.
 * @throws ROOM_NOT_FOUND, ROOM_FULL, SPECTATORS_NOT_ALLOWED, ALREADY_IN_GAME, ALREADY_A_PLAYER
 */
export async function enterRoom(
  sql: Sql,
  notifications: PendingNotifications,
  roomId: RoomId,
  userId: UserId,
  role: ParticipantRole,
): Promise<void> {
  const snapshot = await loadSnapshot(sql, roomId, userId);
  assertAllowed(role === 'player' ? 'join' : 'spectate', snapshot);
  const before = roleOf(snapshot, userId);
  if (before === role) return;
  if (role === 'spectator' && snapshot.maxPlayers === 2) throw new AppError('SPECTATORS_NOT_ALLOWED');
  if (before) await sql.query(`DELETE FROM participant WHERE user_id = $1`, [userId]);
  else await leaveRooms(sql, notifications, await loadParticipations(sql, [userId]));
  await insertParticipant(sql, roomId, userId, role);
  await acceptPendingInvitation(sql, roomId, userId);
  await updateRoom(sql, notifications, roomId);
}
