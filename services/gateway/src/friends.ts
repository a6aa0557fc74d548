import type { ChatMessage, FoundUser, Friend, FriendRequest, PlayerInfo } from '@fifteen/contract';
import {
  RequestStatus,
  type Friend as Befriended,
  type FriendRequest as Asked,
  type Relation,
  type ChatMessage as Written,
} from '@fifteen/proto/social';
import { listed } from './people.ts';
import type { Show } from './translate.ts';

/** From what the social service says to what a browser sees. Pure: the cards are given. */

const named = (card: PlayerInfo) => ({ ...listed(card), lastName: null });

export const friendOf = ({ userId, unread }: Befriended, online: boolean, show: Show): Friend => ({
  ...named(show(userId)),
  online,
  unread,
});

const STATUS = {
  [RequestStatus.UNSPECIFIED]: 'pending',
  [RequestStatus.PENDING]: 'pending',
  [RequestStatus.ACCEPTED]: 'accepted',
  [RequestStatus.REJECTED]: 'rejected',
} as const;

export const friendRequestOf = (request: Asked, show: Show): FriendRequest => ({
  id: request.id,
  requesterId: request.requesterId,
  requestedId: request.requestedId,
  status: STATUS[request.status],
  sentAt: (request.sentAt ?? new Date(0)).toISOString(),
  requester: named(show(request.requesterId)),
});

/** A message as one of the two sees it. */
export function chatMessageOf(message: Written, readerId: string, show: Show): ChatMessage {
  const { id, senderId, text, sentAt } = message;
  const { username, displayName } = show(senderId);
  const sender = { senderId, senderName: username, senderDisplayName: displayName };
  return { id, ...sender, message: text, timestamp: sentAt?.getTime() ?? 0, fromMe: senderId === readerId };
}

/** Somebody who was found; without a relation it is oneself. */
export const foundUser = (card: PlayerInfo, relation: Relation | undefined): FoundUser => ({
  ...named(card),
  relation: relation ? relationOf(relation) : 'self',
});

function relationOf({
  friend,
  requestSent: asked,
  requestReceived: askedBy,
}: Relation): FoundUser['relation'] {
  if (friend) return 'friend';
  if (asked) return 'asked';
  return askedBy ? 'askedBy' : 'none';
}
