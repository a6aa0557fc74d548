import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { toFriendRequest } from './dto.ts';
/** Messages about friends and direct chat. */
export const socialPushFormats: Pick<
  UserPushFormats,
  'friendRequest' | 'friendsChanged' | 'presence' | 'message'
> = {
  friendRequest: {
    playerIds: ({ requesterId }) => [requesterId],
    messages: (request, _, profileOf) => [
      { type: 'friend_request', request: toFriendRequest(request, profileOf) },
    ],
  },
  friendsChanged: { messages: () => [{ type: 'friends_changed' }] },
  presence: {
    messages: ({ online, userId }) => [
      online ? { type: 'friends_changed' } : { type: 'user_offline', userId },
    ],
  },
  message: {
    playerIds: ({ senderId }) => [senderId],
    messages: ({ id, senderId, text, sentAt }, _, profileOf) => {
      const { username, displayName } = profileOf(senderId);
      const sender = { senderId, senderName: username, senderDisplayName: displayName };
      const timestamp = sentAt?.getTime() ?? 0;
      return [{ type: 'chat_message_received', id, ...sender, message: text, timestamp }];
    },
  },
};
