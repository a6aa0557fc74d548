import type { Balance, GiftRequest } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import { AppError, isAppError, type Sql } from '@fifteen/runtime';
import { z } from 'zod';
import { toAppError } from '../db/errors.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { oneLine, ownerId, parseRequest } from '../domain/requests.ts';

/** Any number of coins that can be written: the balance decides. The key is the last part of the ledger's key. */
const schema = z
  .object({
    senderId: ownerId,
    recipientId: ownerId,
    amount: z.int().min(1),
    message: oneLine(200),
    key: z.string().regex(/^[\x21-\x7E]{0,128}$/, 'must be visible ASCII'),
    senderIsGuest: z.boolean(),
    senderVerifiedAt: z.date().optional(),
    senderResetAt: z.date().optional(),
  })
  .refine(({ senderId, recipientId }) => senderId !== recipientId, 'must be two people');

/**
 * Gives coins to another user, once per key of the sender; without a key, equal gifts within 30 s are one gift. Notifies
 * the recipient; a repeat does so again, under the same id. Throws NOT_FOUND without a wallet, INSUFFICIENT_COINS (coins:
 * the balance), FORBIDDEN, TOO_MANY_REQUESTS (retryAfter), CONFLICT.
 */
export async function sendGift(context: LedgerContext, request: GiftRequest): Promise<Balance> {
  const terms = parseRequest(schema, request);
  if (terms.senderIsGuest) throw new AppError('FORBIDDEN', 'Guests can receive gifts but not send them.');
  const { senderId, recipientId, amount, message } = terms;
  return transact(context, 'send-gift', async (sql, effects) => {
    const { id, coins, changed_balances } = await callSendGift(sql, terms);
    effects.addBalances(changed_balances);
    effects.addNotification(recipientId, { $case: 'gift', value: { id, senderId, amount, message } });
    return { userId: senderId, coins };
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
      throw conflictOfSender(error);
    });
  const [row] = rows;
  if (!row) throw new Error('send_gift returned no row');
  return row;
}

/** Clients choose the keys of gifts: a key that is used twice is the client's mistake, and raises no alarm. */
function conflictOfSender(error: unknown): unknown {
  const isConflict = isAppError(toAppError(error), 'CONFLICT');
  return isConflict ? new AppError('CONFLICT', 'another gift has this key') : error;
}
