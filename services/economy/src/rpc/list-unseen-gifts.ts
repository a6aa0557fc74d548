import type { ReceivedGift, ListUnseenGiftsResponse, ListUnseenGiftsRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { ownerRequest } from '../domain/requests.ts';

/** Gifts in one response. */
const PAGE_SIZE = 20;

/** Returns gifts that the user has not seen yet, the oldest first. */
export async function listUnseenGifts(
  { db }: AppContext,
  request: ListUnseenGiftsRequest,
): Promise<ListUnseenGiftsResponse> {
  const { userId } = parseRequest(ownerRequest, request);
  const { rows } = await db.query<ReceivedGift>(
    `SELECT id, sender AS "senderId", amount, request->>'message' AS message
       FROM unseen_gift JOIN gift USING (id) JOIN journal_entry ON journal_entry.key = entry_key
      WHERE unseen_gift.recipient = $1 ORDER BY gift.at LIMIT $2`,
    [userId, PAGE_SIZE],
  );
  return { gifts: rows };
}
