import type { SocialService } from '@fifteen/proto/social';
import type { Access, Handlers } from '@fifteen/runtime';
import { block, blockedBy, blockedEitherWay, unblock } from './blocks.ts';
import { chatHistory, markRead, sendChat } from './chat.ts';
import { friendsOf, relationsOf, removeFriend } from './friends.ts';
import type { Parts } from './parts.ts';
import { answerFriendRequest, friendRequests, requestFriend } from './requests.ts';

/** People act through the gateway; whom it must not pair, the queue may ask. */
export const access: Access<typeof SocialService> = {
  requestFriend: ['gateway'],
  friendRequests: ['gateway'],
  answerFriendRequest: ['gateway'],
  removeFriend: ['gateway'],
  friends: ['gateway'],
  relations: ['gateway'],
  block: ['gateway'],
  unblock: ['gateway'],
  blocked: ['gateway'],
  blockedEitherWay: ['matchmaking', 'gateway'],
  sendChat: ['gateway'],
  chatHistory: ['gateway'],
  markRead: ['gateway'],
};

export const handlers = (parts: Parts): Handlers<typeof SocialService> => ({
  requestFriend: ({ userId, otherId }) => requestFriend(parts, userId, otherId),
  friendRequests: async ({ userId }) => ({ requests: await friendRequests(parts, userId) }),
  answerFriendRequest: (request) => answerFriendRequest(parts, request),
  removeFriend: async ({ userId, otherId }) => {
    await removeFriend(parts, userId, otherId);
    return {};
  },
  friends: (request) => friendsOf(parts, request),
  relations: async ({ userId, otherIds }) => ({ relations: await relationsOf(parts, userId, otherIds) }),
  block: async ({ userId, otherId }) => {
    await block(parts, userId, otherId);
    return {};
  },
  unblock: async ({ userId, otherId }) => {
    await unblock(parts, userId, otherId);
    return {};
  },
  blocked: async ({ userId }) => ({ userIds: await blockedBy(parts, userId) }),
  blockedEitherWay: async ({ userId }) => ({ userIds: await blockedEitherWay(parts, userId) }),
  sendChat: (request) => sendChat(parts, request),
  chatHistory: (request) => chatHistory(parts, request),
  markRead: async ({ userId, otherId }) => {
    await markRead(parts, userId, otherId);
    return {};
  },
});
