import type { BuyItemRequest, BuyItemResponse } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import { AppError, isAppError, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { toAppError } from '../db/errors.ts';
import { KIND_NAMES } from '../db/items.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { assertNotDefault, requireItem } from '../domain/items.ts';
import { itemFields, ownerId } from '../domain/requests.ts';

const schema = z.object({
  userId: ownerId,
  ...itemFields,
  price: z.number().optional(),
  key: z.string().max(128),
});

/**
 * Buys an item at the catalogue's price, once per user and item: an owner pays nothing.
 * @throws ITEM_NOT_FOUND, USER_NOT_FOUND without a wallet, ALREADY_OWNED for a default, PRICE_CHANGED, TOO_EXPENSIVE
 *   (coins: the price)
 */
export async function buyItem(context: LedgerContext, request: BuyItemRequest): Promise<BuyItemResponse> {
  const { userId, kind, itemId, price, key } = parseRequest(schema, request);
  const item = requireItem(kind, itemId);
  assertNotDefault(item);
  // Earned items are not in the shop.
  if (item.reward !== '') throw new AppError('ITEM_NOT_FOUND');
  if (price !== undefined && price !== item.price) throw new AppError('PRICE_CHANGED');
  return transact(context, 'buy-item', async (sql, effects) => {
    const { rows } = await sql
      .query<{
        coins: number;
        changed_balances: BalanceChanged[];
        owned_before: boolean;
      }>('SELECT * FROM buy_item($1, $2, $3, $4, $5)', [userId, KIND_NAMES[kind], itemId, item.price, key])
      .catch((raised: unknown) => {
        const error = toAppError(raised);
        throw isAppError(error, 'INSUFFICIENT_COINS') ? new AppError('TOO_EXPENSIVE', error.details) : error;
      });
    const [row] = rows;
    if (!row) throw new Error('buy_item returned no row');
    effects.addBalances(row.changed_balances);
    return { item, coins: row.coins, ownedBefore: row.owned_before };
  });
}
