import type { SendChatRequest, SendChatResponse } from '@fifteen/proto/social';
import { CHAT_MAX, toUserId } from '@fifteen/domain';
import { AppError, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { findByKey, findRepeat, insertMessage } from '../db/messages.ts';
import { lockPair } from '../db/pairs.ts';
import { transact } from '../db/transaction.ts';
import { assertNotBlocked, keyOf } from '../domain/pair.ts';

const schema = z.object({
  senderId: z.string().transform(toUserId),
  targetId: z.string().transform(toUserId),
  text: z
    .string()
    .trim()
    .min(1)
    .max(CHAT_MAX)
    .regex(/^\P{Cc}+$/u, 'must be plain text'),
  key: z.string().max(128),
});

/**
 * Sends a message to a friend. A repeat returns the first message.
 * @throws INVALID, NOT_YOURSELF, NOT_FRIENDS, BLOCKED_BY_YOU, BLOCKED, IDEMPOTENCY_KEY_REUSED
 */
export async function sendChat(context: AppContext, request: SendChatRequest): Promise<SendChatResponse> {
  const message = parseRequest(schema, request);
  const pair = keyOf(message.senderId, message.targetId);
  const sent = await transact(context, 'send-chat', async (sql, notifications) => {
    const relationship = await lockPair(sql, message.senderId, message.targetId);
    // The sender's other tabs show the conversation, too; a tab that sends expects one for each message, also a repeat.
    notifications.friendsChanged(message.senderId);
    // A repeat gets its response even if the two are no longer friends.
    const first = message.key && (await findByKey(sql, message));
    if (first) return first;
    if (relationship) assertNotBlocked(relationship);
    if (!relationship?.areFriends) throw new AppError('NOT_FRIENDS');
    const repeat = await findRepeat(sql, pair, message);
    if (repeat) return repeat;
    const value = await insertMessage(sql, pair, message);
    notifications.add(message.targetId, { $case: 'message', value });
    return value;
  });
  return { message: sent };
}
