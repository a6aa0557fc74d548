import type { ChatMessage, FoundUser, Friend, FriendRequest, PlayerInfo } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import {
  type ChatMessage as SocialMessage,
  type Friend as SocialFriend,
  type FriendRequest as SocialRequest,
  type Relation,
  RequestStatus,
} from '@fifteen/proto/social';
import { specified } from '@fifteen/runtime';
import { type ProfileLookup, toListEntry } from './player.ts';
import { toUserRelation } from './relation.ts';

/** Translates friends and messages to the public contract. Pure: profiles are given. */

const named = (profile: PlayerInfo) => ({ ...toListEntry(profile), lastName: null });

/** Translates a friend for the user whose friend it is. */
export const toFriend = (
  { userId, unread }: SocialFriend,
  online: boolean,
  profileOf: ProfileLookup,
): Friend => ({
  ...named(profileOf(userId)),
  online,
  unread,
});

const STATUS = {
  [RequestStatus.PENDING]: 'pending',
  [RequestStatus.ACCEPTED]: 'accepted',
  [RequestStatus.REJECTED]: 'rejected',
} as const;

/** Translates a friend request for either of the two. */
export const toFriendRequest = (request: SocialRequest, profileOf: ProfileLookup): FriendRequest => ({
  id: request.id,
  requesterId: request.requesterId,
  requestedId: request.requestedId,
  status: STATUS[specified(request.status)],
  sentAt: (request.sentAt ?? new Date(0)).toISOString(),
  requester: named(profileOf(request.requesterId)),
});

/** Translates a message for its receiver: without `fromMe`, which would always be false. */
export function toReceivedMessage(
  { id, senderId, text, sentAt }: SocialMessage,
  profileOf: ProfileLookup,
): Omit<ChatMessage, 'fromMe'> {
  const { username, displayName } = profileOf(senderId);
  const sender = { senderId, senderName: username, senderDisplayName: displayName };
  return { id, ...sender, message: text, timestamp: sentAt?.getTime() ?? 0 };
}

/** Translates a message for either of the two. */
export const toChatMessage = (
  message: SocialMessage,
  readerId: UserId,
  profileOf: ProfileLookup,
): ChatMessage => ({
  ...toReceivedMessage(message, profileOf),
  fromMe: message.senderId === readerId,
});

/** Translates a search result; without a relation it is the caller. */
export const toFoundUser = (profile: PlayerInfo, relation: Relation | undefined): FoundUser => ({
  ...named(profile),
  relation: relation ? toUserRelation(relation) : 'self',
});
