import type { BuyItemRequest, BuyItemResponse, Item } from '@fifteen/proto/economy';
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
  const rejection = rejectionOf(item, price);
  return transact(context, 'buy-item', async (sql, effects) => {
    // While a release rolls out, the repeat of a paid purchase may reach a replica with another catalogue.
    const values = [userId, KIND_NAMES[kind], itemId, rejection ? null : item.price, key];
    const { rows } = await sql
      .query<{
        coins: number;
        changed_balances: BalanceChanged[];
        owned_before: boolean;
      }>('SELECT * FROM buy_item($1, $2, $3, $4, $5)', values)
      .catch((raised: unknown) => {
        const error = toAppError(raised);
        if (isAppError(error, 'INSUFFICIENT_COINS')) throw new AppError('TOO_EXPENSIVE', error.details);
        throw rejection && isAppError(error, 'NOT_FOUND') ? new AppError(rejection) : error;
      });
    const [row] = rows;
    if (!row) throw new Error('buy_item returned no row');
    effects.addBalances(row.changed_balances);
    return { item, coins: row.coins, ownedBefore: row.owned_before };
  });
}

/** Returns why an item is not for sale at the price that the client saw, if it is not. Earned items are not in the shop. */
function rejectionOf(item: Item, price: number | undefined): 'ITEM_NOT_FOUND' | 'PRICE_CHANGED' | undefined {
  if (item.reward !== '') return 'ITEM_NOT_FOUND';
  return price !== undefined && price !== item.price ? 'PRICE_CHANGED' : undefined;
}
