import { isId, type UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';

/** The last friend request between two users. */
export interface LastRequest {
  id: string;
  requesterId: UserId;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed';
  sentAt: Date;
}

/** The relation of two users, as one of them sees it. */
export interface Relationship {
  userId: UserId;
  otherId: UserId;
  areFriends: boolean;
  request: LastRequest | undefined;
  /** `userId` blocks the other; the other blocks `userId`. */
  blocks: boolean;
  blockedBy: boolean;
}

/**
 * Returns the key of a pair.
 * @throws NOT_YOURSELF, and INVALID for a malformed id
 */
export function keyOf(userId: UserId, otherId: UserId): [low: UserId, high: UserId] {
  if (!isId(userId) || !isId(otherId)) throw new AppError('INVALID', { reason: 'There is no such id' });
  if (userId === otherId) throw new AppError('NOT_YOURSELF');
  return userId < otherId ? [userId, otherId] : [otherId, userId];
}

/** @throws BLOCKED_BY_YOU if the user blocks the other, BLOCKED if the other blocks the user */
export function assertNotBlocked({ blocks, blockedBy }: Relationship): void {
  if (blocks) throw new AppError('BLOCKED_BY_YOU');
  if (blockedBy) throw new AppError('BLOCKED');
}
