import type { GetSentGiftRequest, GetSentGiftResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { anyUserId } from '../domain/requests.ts';
import { giftTerms } from './send-gift.ts';

const schema = giftTerms.extend({ recipientId: anyUserId });

/** Returns the sender's balance if this gift was sent with this key. Never sends it. */
export async function getSentGift(
  { db }: AppContext,
  request: GetSentGiftRequest,
): Promise<GetSentGiftResponse> {
  const { senderId, recipientId, amount, message, key } = parseRequest(schema, request);
  const { rows } = await db.query<{ coins: number | null }>(
    'SELECT balance_after_gift($1, $2, $3, $4, $5) AS coins',
    [senderId, recipientId, amount, message, key],
  );
  return { coins: rows[0]?.coins ?? undefined };
}
