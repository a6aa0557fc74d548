import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { toFriendRequest, toReceivedMessage } from '../translation/social.ts';
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
    messages: (message, _, profileOf) => [
      { type: 'chat_message_received', ...toReceivedMessage(message, profileOf) },
    ],
  },
};
