import type { SocialServiceDefinition } from '@fifteen/proto/social';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { answerFriendRequest } from './answer-friend-request.ts';
import { block } from './block.ts';
import { getRelations } from './get-relations.ts';
import { listBlocked } from './list-blocked.ts';
import { listBlockedEitherWay } from './list-blocked-either-way.ts';
import { listChat } from './list-chat.ts';
import { listFriendRequests } from './list-friend-requests.ts';
import { listFriends } from './list-friends.ts';
import { markRead } from './mark-read.ts';
import { removeFriend } from './remove-friend.ts';
import { requestFriend } from './request-friend.ts';
import { sendChat } from './send-chat.ts';
import { unblock } from './unblock.ts';

/** Handlers and allowed callers. Users reach their friends through the gateway, which asks before games and gifts. */
export const methods: Methods<typeof SocialServiceDefinition, AppContext> = {
  requestFriend: { callers: ['gateway'], handle: requestFriend },
  listFriendRequests: { callers: ['gateway'], handle: listFriendRequests },
  answerFriendRequest: { callers: ['gateway'], handle: answerFriendRequest },
  removeFriend: { callers: ['gateway'], handle: removeFriend },
  listFriends: { callers: ['gateway'], handle: listFriends },
  getRelations: { callers: ['gateway'], handle: getRelations },
  block: { callers: ['gateway'], handle: block },
  unblock: { callers: ['gateway'], handle: unblock },
  listBlocked: { callers: ['gateway'], handle: listBlocked },
  listBlockedEitherWay: { callers: ['matchmaking'], handle: listBlockedEitherWay },
  sendChat: { callers: ['gateway'], handle: sendChat },
  listChat: { callers: ['gateway'], handle: listChat },
  markRead: { callers: ['gateway'], handle: markRead },
};
