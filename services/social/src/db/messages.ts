import type { UserId } from '@fifteen/domain';
import type { ChatMessage } from '@fifteen/proto/social';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';

/** The same text to the same friend within this time is one message (docs/spec/guarantees.md#guarantees-9). */
const RETRY_WINDOW_MS = 3_000;
/** More messages than two users can exchange in that time: a user may send 20 a minute. */
const NEWEST_SEARCHED = 40;

/** Messages that one statement deletes. */
const DELETED_AT_ONCE = 10_000;

/** A message that a client sends. */
export interface NewMessage {
  senderId: UserId;
  targetId: UserId;
  text: string;
  /** The client's idempotency key; empty without one. */
  key: string;
}

interface MessageRow {
  id: number;
  low: UserId;
  high: UserId;
  sender_id: UserId;
  text: string;
  sent_at: Date;
  key: string | null;
}

const toMessage = (row: MessageRow): ChatMessage => ({
  id: String(row.id),
  senderId: row.sender_id,
  targetId: row.sender_id === row.low ? row.high : row.low,
  text: row.text,
  sentAt: row.sent_at,
});

/**
 * Returns the sender's message with this key.
 * @throws IDEMPOTENCY_KEY_REUSED if it is another message
 */
export async function findByKey(
  sql: Sql,
  { senderId, targetId, text, key }: NewMessage,
): Promise<ChatMessage | undefined> {
  const rows = await queryRows(sql, build<MessageRow>('message').where({ sender_id: senderId, key }));
  const [message] = rows.map(toMessage);
  if (message && (message.targetId !== targetId || message.text !== text)) throw keyReused();
  return message;
}

/** Returns a message with the same text that the sender sent to the pair within the last 3 s. */
export async function findRepeat(
  sql: Sql,
  pair: readonly [UserId, UserId],
  { senderId, text }: NewMessage,
): Promise<ChatMessage | undefined> {
  const { rows } = await sql.query<MessageRow>(
    `SELECT * FROM (SELECT * FROM message WHERE low = $1 AND high = $2 ORDER BY id DESC LIMIT $3) AS latest
     WHERE sender_id = $4 AND text = $5 AND sent_at > clock_timestamp() - make_interval(secs => $6)
     ORDER BY id DESC LIMIT 1`,
    [...pair, NEWEST_SEARCHED, senderId, text, RETRY_WINDOW_MS / 1_000],
  );
  return rows.map(toMessage)[0];
}

/**
 * Inserts a message and counts it as unread.
 * @throws IDEMPOTENCY_KEY_REUSED if a concurrent message took the key
 */
export async function insertMessage(
  sql: Sql,
  pair: readonly [UserId, UserId],
  { senderId, text, key }: NewMessage,
): Promise<ChatMessage> {
  const { rows } = await sql.query<MessageRow>(
    `WITH counted AS (
       UPDATE relationship SET low_unread = low_unread + (low <> $3)::int, high_unread = high_unread + (high <> $3)::int
       WHERE low = $1 AND high = $2)
     INSERT INTO message (low, high, sender_id, text, key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (sender_id, key) DO NOTHING RETURNING *`,
    [...pair, senderId, text, key || null],
  );
  const [message] = rows.map(toMessage);
  if (!message) throw keyReused();
  return message;
}

const keyReused = () => new AppError('IDEMPOTENCY_KEY_REUSED');

/** Deletes the messages of a pair, as many at once as a statement can within its time. */
export async function deleteMessages(sql: Sql, [low, high]: readonly [UserId, UserId]): Promise<void> {
  for (let last: number | null = 0; last !== null;) {
    const { rows }: { rows: { last: number | null }[] } = await sql.query(
      `WITH batch AS (
         SELECT max(id) AS last FROM (
           SELECT id FROM message WHERE low = $1 AND high = $2 AND id > $3 ORDER BY id LIMIT $4) AS next),
       deleted AS (
         DELETE FROM message WHERE low = $1 AND high = $2 AND id > $3 AND id <= (SELECT last FROM batch))
       SELECT last FROM batch`,
      [low, high, last, DELETED_AT_ONCE],
    );
    last = rows[0]?.last ?? null;
  }
}

/** Returns at most `limit` messages of a pair, newest first, older than the message `before` if it is given. */
export async function listMessages(
  sql: Sql,
  [low, high]: readonly [UserId, UserId],
  limit: number,
  before?: number,
): Promise<ChatMessage[]> {
  const page = build<MessageRow>('message').where({ low, high }).orderBy('id', 'desc').limit(limit);
  if (before !== undefined) page.where('id', '<', before);
  return (await queryRows(sql, page)).map(toMessage);
}
