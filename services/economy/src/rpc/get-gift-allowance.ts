import type { GetGiftAllowanceResponse, GetGiftAllowanceRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { ownerId } from '../domain/requests.ts';

const schema = z.object({ senderId: ownerId, senderVerifiedAt: z.date().optional() });

/**
 * Returns how many coins the sender may still give today (UTC); undefined where no daily limit applies. The limit is that
 * of new accounts, which `check_gift_limits` (sql/08_gifts.sql) enforces.
 */
export async function getGiftAllowance(
  { db }: AppContext,
  request: GetGiftAllowanceRequest,
): Promise<GetGiftAllowanceResponse> {
  const { senderId, senderVerifiedAt } = parseRequest(schema, request);
  const { rows } = await db.query<{ left: number | null }>('SELECT gift_allowance($1, $2) AS left', [
    senderId,
    senderVerifiedAt ?? null,
  ]);
  return { left: rows[0]?.left ?? undefined };
}
