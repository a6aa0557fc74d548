import type { UserId } from '@fifteen/domain';
import { RequestStatus, type FriendRequest } from '@fifteen/proto/social';
import type { LastRequest } from './pair.ts';

const STATUS = {
  pending: RequestStatus.PENDING,
  accepted: RequestStatus.ACCEPTED,
  rejected: RequestStatus.REJECTED,
  lapsed: RequestStatus.REJECTED,
} as const;

/** Returns a request in the form of the RPCs and notifications. */
export const toFriendRequest = (
  { id, requesterId, status, sentAt }: LastRequest,
  requestedId: UserId,
): FriendRequest => ({ id, requesterId, requestedId, status: STATUS[status], sentAt });
