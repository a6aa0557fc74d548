import type { MarkGiftSeenResponse, MarkGiftSeenRequest } from '@fifteen/proto/economy';
import { AppError, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { ownerId } from '../domain/requests.ts';

const schema = z.object({ userId: ownerId, giftId: z.uuid() });

/**
 * Marks a gift as seen by its recipient; a repeat changes nothing.
 * @throws GIFT_NOT_FOUND
 */
export async function markGiftSeen(
  { db }: AppContext,
  request: MarkGiftSeenRequest,
): Promise<MarkGiftSeenResponse> {
  const { userId, giftId } = parseRequest(schema, request);
  const { rows } = await db.query<{ found: boolean }>('SELECT mark_gift_seen($1, $2) AS found', [
    userId,
    giftId,
  ]);
  if (!rows[0]?.found) throw new AppError('GIFT_NOT_FOUND');
  return {};
}
