import type { UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { playersOf, roleOf, type ParticipantRole, type RoomSnapshot } from './snapshot.ts';

/** A user, and the users of the room with a block between them, in either direction. */
interface Entrant {
  readonly userId: UserId;
  readonly blockedIds: readonly UserId[];
}

/**
 * Checks that there is no block between a user and a player of the room. A user may keep the role that they have.
 * @param role the role that the user requests; by default the one that they have
 * @throws BLOCKED_IN_ROOM, which does not say who blocks
 */
export function assertNoBlock(
  room: RoomSnapshot,
  { userId, blockedIds }: Entrant,
  role: ParticipantRole | undefined = roleOf(room, userId),
): void {
  const keepsRole = role !== undefined && role === roleOf(room, userId);
  if (!keepsRole && playersOf(room).some((player) => blockedIds.includes(player.userId)))
    throw new AppError('BLOCKED_IN_ROOM');
}
