import type {
  Balance,
  GiftAllowanceRequest,
  GiftRequest,
  ReceivedGift,
  SeeGiftRequest,
} from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import { AppError, isAppError, type Sql } from '@fifteen/runtime';
import type { Verb } from './ledger.ts';
import { refusalIn } from './refusals.ts';

/** Gifts that are answered at once. */
const PAGE = 20;

/**
 * Gives coins to somebody, once per key of the sender's; without one the same gift within 30 s is the same gift. The
 * recipient is told, by a repeat again: the gift's id says that it is one. Refuses NOT_FOUND without a wallet,
 * INSUFFICIENT_COINS (coins: what there is), FORBIDDEN, TOO_MANY_REQUESTS (retryAfter), CONFLICT.
 */
export function gift(request: GiftRequest): Verb<Balance> {
  const { senderId, recipientId, amount, message, key } = request;
  if (request.senderIsGuest) throw new AppError('FORBIDDEN', 'Guests can receive gifts but not send them.');
  const values = [
    ...[senderId, recipientId, amount, message, key],
    request.senderVerifiedAt ?? null,
    request.senderResetAt ?? null,
  ];
  return {
    name: 'gift',
    run: async (sql) => {
      const { rows } = await sql
        .query<{ coins: number; changed_balances: BalanceChanged[]; id: string }>(
          'SELECT * FROM send_gift($1, $2, $3, $4, $5, $6, $7)',
          values,
        )
        .catch((error: unknown) => {
          throw ofTheSender(error);
        });
      const [row] = rows;
      if (!row) throw new Error('send_gift answered nothing');
      const { coins, changed_balances: moved, id } = row;
      const told = { $case: 'gift', value: { id, senderId, amount, message } } as const;
      return { answer: { userId: senderId, coins }, moved, news: [{ userId: recipientId, body: told }] };
    },
  };
}

/**
 * Returns how many coins the sender may still give today (UTC); undefined where no daily limit applies. The limit is that of
 * new accounts, which `check_gift_limits` (sql/08_gifts.sql) enforces.
 */
export async function giftAllowance(
  db: Sql,
  { senderId, senderVerifiedAt }: Partial<GiftAllowanceRequest>,
): Promise<number | undefined> {
  const { rows } = await db.query<{ left: number | null }>('SELECT gift_allowance($1, $2) AS left', [
    senderId,
    senderVerifiedAt ?? null,
  ]);
  return rows[0]?.left ?? undefined;
}

/** Gifts that somebody was not shown yet, oldest first. */
export async function unseenGifts(db: Sql, userId: string): Promise<ReceivedGift[]> {
  const { rows } = await db.query<ReceivedGift>(
    `SELECT id, sender AS "senderId", amount, request->>'message' AS message
       FROM unseen_gift JOIN gift USING (id) JOIN journal_entry ON journal_entry.key = entry_key
      WHERE unseen_gift.recipient = $1 ORDER BY gift.at LIMIT $2`,
    [userId, PAGE],
  );
  return rows;
}

/** A gift was shown to whom it is for; a repeat changes nothing. Refuses NOT_FOUND. */
export async function seeGift(db: Sql, { userId, giftId }: SeeGiftRequest): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>('SELECT mark_gift_seen($1, $2) AS there', [
    userId,
    giftId,
  ]);
  if (!rows[0]?.there) throw new AppError('NOT_FOUND', 'There is no such gift');
}

/** Keys are chosen by people's browsers: one that is used twice is theirs to mend, and no alarm. */
function ofTheSender(error: unknown): unknown {
  const refusal = refusalIn(error);
  return isAppError(refusal, 'CONFLICT') ? new AppError('CONFLICT', 'another gift has this key') : error;
}
