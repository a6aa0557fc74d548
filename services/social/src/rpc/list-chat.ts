import type { ListChatRequest, ListChatResponse } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { listMessages } from '../db/messages.ts';
import { keyOf } from '../domain/pair.ts';

const PAGE = 50;
const cursorSchema = z.union([z.literal(''), z.string().regex(/^\d{1,15}$/)]);

/**
 * Returns a page of the messages between two users, newest first.
 * @throws INVALID for an unknown cursor
 */
export async function listChat({ db }: AppContext, request: ListChatRequest): Promise<ListChatResponse> {
  const { data: cursor } = cursorSchema.safeParse(request.before);
  if (cursor === undefined) throw new AppError('INVALID', { reason: 'There is no such cursor' });
  const pair = keyOf(request.userId, request.otherId);
  const newest = await listMessages(db, pair, PAGE + 1, cursor === '' ? undefined : Number(cursor));
  const messages = newest.slice(0, PAGE);
  return { messages, nextCursor: newest.length > PAGE ? (messages.at(-1)?.id ?? '') : '' };
}
