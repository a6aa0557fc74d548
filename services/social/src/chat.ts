import type {
  ChatHistoryAnswer,
  ChatHistoryRequest,
  ChatMessage,
  SendChatRequest,
} from '@fifteen/proto/social';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, rowsOf } from '@fifteen/runtime/statements';
import { z } from 'zod';
import { commit } from './news.ts';
import { assertOpen, keyOf, lockPair } from './pairs.ts';
import type { Parts } from './parts.ts';

/** The same text to the same friend within this time is the same message (reliability 1.9). */
const REPEAT_MS = 3_000;
/** More than two people can write to each other in that time: a person has 20 messages a minute. */
const LOOKED_AT = 40;
const PAGE = 50;

const Writing = z.object({
  senderId: z.string(),
  targetId: z.string(),
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u),
  key: z.string().max(128),
});
const MessageId = z.union([z.literal(''), z.string().regex(/^\d{1,15}$/)]);

interface MessageRow {
  id: number;
  low: string;
  high: string;
  sender_id: string;
  text: string;
  sent_at: Date;
  key: string | null;
}

const shown = (row: MessageRow): ChatMessage => ({
  id: String(row.id),
  senderId: row.sender_id,
  targetId: row.sender_id === row.low ? row.high : row.low,
  text: row.text,
  sentAt: row.sent_at,
});

/** Writes to a friend; see the RPC for its errors. */
export function sendChat(parts: Parts, request: SendChatRequest): Promise<ChatMessage> {
  const parsed = Writing.safeParse(request);
  if (!parsed.success) throw new AppError('INVALID', 'A message is one line of 1 to 200 characters');
  const { senderId, targetId, text, key } = parsed.data;
  const pair = keyOf(senderId, targetId);
  return commit(parts, 'write', async (sql, news) => {
    const side = await lockPair(sql, senderId, targetId);
    // A repeat gets its answer whatever has become of the two since.
    const first = key && (await findByKey(sql, { senderId, targetId, text, key }));
    if (first) return first;
    if (side) assertOpen(side);
    if (!side?.friends) throw new AppError('NOT_FRIENDS', 'You can only do that with friends');
    const again = await findRepeat(sql, pair, senderId, text);
    if (again) return again;
    const message = await insert(sql, pair, senderId, text, key);
    news.toUser(targetId, { $case: 'message', value: message });
    return message;
  });
}

async function findByKey(
  sql: Sql,
  { senderId, targetId, text, key }: SendChatRequest,
): Promise<ChatMessage | undefined> {
  const rows = await rowsOf(sql, build<MessageRow>('message').where({ sender_id: senderId, key }));
  const [first] = rows.map(shown);
  if (first && (first.targetId !== targetId || first.text !== text)) throw keyReused();
  return first;
}

async function findRepeat(
  sql: Sql,
  pair: readonly [string, string],
  senderId: string,
  text: string,
): Promise<ChatMessage | undefined> {
  const { rows } = await sql.query<MessageRow>(
    `SELECT * FROM (SELECT * FROM message WHERE low = $1 AND high = $2 ORDER BY id DESC LIMIT $3) AS latest
     WHERE sender_id = $4 AND text = $5 AND sent_at > clock_timestamp() - make_interval(secs => $6)
     ORDER BY id DESC LIMIT 1`,
    [...pair, LOOKED_AT, senderId, text, REPEAT_MS / 1_000],
  );
  return rows.map(shown)[0];
}

async function insert(
  sql: Sql,
  pair: readonly [string, string],
  senderId: string,
  text: string,
  key: string,
): Promise<ChatMessage> {
  const { rows } = await sql.query<MessageRow>(
    `WITH counted AS (
       UPDATE relationship SET low_unread = low_unread + (low <> $3)::int, high_unread = high_unread + (high <> $3)::int
       WHERE low = $1 AND high = $2)
     INSERT INTO message (low, high, sender_id, text, key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sender_id, key) DO NOTHING RETURNING *`,
    [...pair, senderId, text, key || null],
  );
  const [message] = rows.map(shown);
  // In this moment it was used for a message to somebody else.
  if (!message) throw keyReused();
  return message;
}

const keyReused = () =>
  new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another message');

/** Messages between two, newest first; see the RPC. Errors: NOT_YOURSELF, INVALID. */
export async function chatHistory({ db }: Parts, request: ChatHistoryRequest): Promise<ChatHistoryAnswer> {
  const before = MessageId.safeParse(request.before);
  if (!before.success) throw new AppError('INVALID', 'There is no such cursor');
  const [low, high] = keyOf(request.userId, request.otherId);
  const page = build<MessageRow>('message')
    .where({ low, high })
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (before.data !== '') page.where('id', '<', Number(before.data));
  const rows = await rowsOf(db, page);
  const messages = rows.slice(0, PAGE).map(shown);
  return { messages, nextCursor: rows.length > PAGE ? (messages.at(-1)?.id ?? '') : '' };
}

/** What the other has sent so far is read. Errors: NOT_YOURSELF. */
export async function markRead(parts: Parts, userId: string, otherId: string): Promise<void> {
  await commit(parts, 'read', async (sql, news) => {
    const { rowCount } = await sql.query(
      `UPDATE relationship SET low_unread = CASE low WHEN $3 THEN 0 ELSE low_unread END,
         high_unread = CASE high WHEN $3 THEN 0 ELSE high_unread END
       WHERE low = $1 AND high = $2 AND CASE low WHEN $3 THEN low_unread ELSE high_unread END > 0`,
      [...keyOf(userId, otherId), userId],
    );
    // Their other tabs show the number, too.
    if (rowCount === 1) news.changed(userId);
  });
}
