import type { UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { playersOf, roleOf, type RoomSnapshot } from './snapshot.ts';

/** A user, and the users of the room with a block between them, in either direction. */
interface Entrant {
  readonly userId: UserId;
  readonly blockedIds: readonly UserId[];
}

/** @throws BLOCKED_IN_ROOM when there is a block between the user and a player of the room; it does not say who blocks */
export function assertNoBlock(room: RoomSnapshot, { userId, blockedIds }: Entrant): void {
  if (!roleOf(room, userId) && playersOf(room).some((player) => blockedIds.includes(player.userId)))
    throw new AppError('BLOCKED_IN_ROOM');
}
