import type { SendGiftResponse, SendGiftRequest } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import { GIFT_MESSAGE_MAX } from '@fifteen/domain';
import { AppError, isAppError, parseRequest, type Sql } from '@fifteen/runtime';
import { z } from 'zod';
import { toAppError } from '../db/errors.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { singleLineText, ownerId } from '../domain/requests.ts';

/**
 * What a repeat of a gift has as well. Any number of coins that can be written: the balance decides. The key is the last
 * part of the ledger's key.
 */
export const giftTerms = z.object({
  senderId: ownerId,
  recipientId: ownerId,
  amount: z.int().min(1),
  message: singleLineText(GIFT_MESSAGE_MAX),
  key: z.string().regex(/^[\x21-\x7E]{0,128}$/, 'must be visible ASCII'),
});

const schema = giftTerms
  .extend({
    senderIsGuest: z.boolean(),
    senderVerifiedAt: z.date().optional(),
    senderResetAt: z.date().optional(),
  })
  .refine(({ senderId, recipientId }) => senderId !== recipientId, 'must be two people');

/**
 * Gives coins to another user, once per key of the sender; without a key, equal gifts within 30 s are one gift.
 * Notifies the recipient; a repeat does so again, under the same id, until the recipient has seen the gift.
 * @throws USER_NOT_FOUND without a wallet, GIFT_TOO_MUCH (coins: the balance), GIFT_FROM_GUEST, GIFT_HELD, GIFT_LIMIT
 *   (retryAfter), IDEMPOTENCY_KEY_REUSED
 */
export async function sendGift(context: LedgerContext, request: SendGiftRequest): Promise<SendGiftResponse> {
  const terms = parseRequest(schema, request);
  if (terms.senderIsGuest) throw new AppError('GIFT_FROM_GUEST');
  const { senderId, recipientId, amount, message } = terms;
  return transact(context, 'send-gift', async (sql, effects) => {
    const { id, coins, changed_balances } = await callSendGift(sql, terms);
    effects.addBalances(changed_balances);
    if (await isUnseen(sql, id))
      effects.addNotification(recipientId, { $case: 'gift', value: { id, senderId, amount, message } });
    return { coins };
  });
}

interface GiftRow {
  coins: number;
  changed_balances: BalanceChanged[];
  id: string;
}

async function callSendGift(sql: Sql, terms: z.output<typeof schema>): Promise<GiftRow> {
  const { senderId, recipientId, amount, message, key, senderVerifiedAt, senderResetAt } = terms;
  const values = [
    senderId,
    recipientId,
    amount,
    message,
    key,
    senderVerifiedAt ?? null,
    senderResetAt ?? null,
  ];
  const { rows } = await sql
    .query<GiftRow & Record<string, unknown>>('SELECT * FROM send_gift($1, $2, $3, $4, $5, $6, $7)', values)
    .catch((error: unknown) => {
      throw toGiftError(error);
    });
  const [row] = rows;
  if (!row) throw new Error('send_gift returned no row');
  return row;
}

async function isUnseen(sql: Sql, giftId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT FROM unseen_gift WHERE id = $1', [giftId]);
  return rowCount === 1;
}

/**
 * Returns the error of a gift for an error of the ledger. Clients choose the keys of gifts: a key that is used twice is the
 * client's mistake, and raises no alarm.
 */
function toGiftError(raised: unknown): unknown {
  const error = toAppError(raised);
  if (isAppError(error, 'INSUFFICIENT_COINS')) return new AppError('GIFT_TOO_MUCH', error.details);
  if (isAppError(error, 'TOO_MANY_REQUESTS')) return new AppError('GIFT_LIMIT', error.details);
  if (isAppError(error, 'CONFLICT')) return new AppError('IDEMPOTENCY_KEY_REUSED');
  return error;
}
