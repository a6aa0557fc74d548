import { z } from 'zod';
import { CHAT_MAX, FRIENDS_PAGE, SEARCH_NAME_MAX, SEARCH_NAME_MIN } from '@fifteen/domain';
import { ChatMessage, FoundUser, Friend, FriendRequest, OnlineUser } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Count, Id, singleLineText, RequestDecision, UserId } from '../scalars.ts';
import { call, cursor, noContent, rowLimit } from './call.ts';

const byId = z.object({ id: UserId });
const byUser = z.object({ userId: UserId });

/** Friends and requests (docs/spec/around-play.md#around-7.3). */
export const friends = {
  list: call(routes.friends.list, {
    summary:
      'Friends of the caller, online friends first, in pages; the header X-Next-Cursor has the cursor of the next page, X-Total-Count, on the first page only, the number of all friends',
    query: z.object({
      limit: rowLimit(FRIENDS_PAGE),
      cursor: cursor.optional(),
    }),
    ok: { 200: z.array(Friend) },
  }),
  requests: call(routes.friends.requests, {
    summary: 'Pending friend requests to the caller, newest first, at most 100',
    ok: { 200: z.array(FriendRequest) },
  }),
  request: call(routes.friends.request, {
    summary: 'Request a friendship; a pending request of that user is accepted instead',
    body: z.object({ requestedId: UserId }),
    ok: { 200: z.object({ message: z.string(), request: FriendRequest }) },
    errors: [
      'REQUEST_EXISTS',
      'REQUESTS_WAITING',
      'ALREADY_FRIENDS',
      'NOT_YOURSELF',
      'BLOCKED',
      'BLOCKED_BY_YOU',
      'USER_NOT_FOUND',
    ],
  }),
  respond: call(routes.friends.respond, {
    summary: 'Accept or reject a friend request',
    body: z.object({ requestId: Id, response: RequestDecision }),
    ok: { 200: z.object({ request: FriendRequest }) },
    errors: ['REQUEST_NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  remove: call(routes.friends.remove, {
    summary: 'End a friendship; without one, nothing changes',
    params: byId,
    ok: { 204: noContent },
    errors: ['NOT_YOURSELF'],
  }),
  headToHead: call(routes.friends.headToHead, {
    summary: 'Games of the caller against another user, from the view of the caller, who must be `userId`',
    params: z.object({ userId: UserId, friendId: UserId }),
    ok: {
      200: z.object({
        wins: Count,
        losses: Count,
        draws: Count,
        totalGames: Count,
        winRate: z.number().min(0).max(100).describe('Percent, rounded'),
      }),
    },
    errors: ['FORBIDDEN', 'NOT_YOURSELF'],
  }),
};

/** Messages between friends. They are kept for recipients who are offline. */
export const chat = {
  send: call(routes.chat.send, {
    summary: 'Send a message to a friend; the same text within 3 s is the same message',
    body: z.object({ targetUserId: UserId, message: singleLineText(1, CHAT_MAX) }),
    ok: { 200: z.object({ message: ChatMessage }) },
    errors: ['NOT_FRIENDS', 'BLOCKED', 'BLOCKED_BY_YOU', 'NOT_YOURSELF'],
  }),
  history: call(routes.chat.history, {
    summary: 'Messages with a user, newest first, 50 per page',
    params: byUser,
    query: z.object({ before: cursor.optional() }),
    ok: { 200: z.object({ messages: z.array(ChatMessage), nextCursor: z.string().nullable() }) },
    errors: ['INVALID', 'NOT_YOURSELF'],
  }),
  read: call(routes.chat.read, {
    summary: 'Mark the messages of a user as read',
    idempotent: true,
    params: byUser,
    ok: { 204: noContent },
    errors: ['NOT_YOURSELF'],
  }),
};

/** Blocks: no chat, gift, invitation, pairing or play-again between the two users. */
export const blocks = {
  list: call(routes.blocks.list, {
    summary: 'Users that the caller has blocked, newest first, at most 200',
    ok: { 200: z.object({ users: z.array(OnlineUser.omit({ inRoom: true, lastSeen: true })) }) },
  }),
  block: call(routes.blocks.block, {
    summary: 'Block a user, which also ends a friendship; a repeat changes nothing',
    params: byId,
    ok: { 204: noContent },
    errors: ['NOT_YOURSELF', 'USER_NOT_FOUND'],
  }),
  unblock: call(routes.blocks.unblock, {
    summary: 'Unblock a user; without a block, nothing changes',
    params: byId,
    ok: { 204: noContent },
    errors: ['NOT_YOURSELF'],
  }),
};

/** A search for users by name, never by e-mail address. */
export const searchBody = z.object({ name: singleLineText(SEARCH_NAME_MIN, SEARCH_NAME_MAX) });
/** Found users, the closest match first. */
export const searchResponse = z.object({ users: z.array(FoundUser).max(20) });
