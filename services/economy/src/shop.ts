import type { BuyRequest, Purchase } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import { AppError } from '@fifteen/runtime';
import { known, NAMES, notEverybodys, type Of } from './items.ts';
import type { Verb } from './ledger.ts';

/**
 * Buys an item at the catalogue's price, once per user and item: whoever owns it pays nothing. Refuses NOT_FOUND when
 * there is no such item or no wallet, ALREADY_OWNED for a default, PRICE_CHANGED, INSUFFICIENT_COINS (coins: the price).
 */
export function buy({ userId, kind, itemId, price, key }: Of<BuyRequest>): Verb<Purchase> {
  const item = known(kind, itemId);
  notEverybodys(item);
  if (price !== undefined && price !== item.price)
    throw new AppError('PRICE_CHANGED', 'it costs something else');
  return {
    name: 'buy',
    run: async (sql) => {
      const { rows } = await sql.query<{
        coins: number;
        changed_balances: BalanceChanged[];
        owned_before: boolean;
      }>('SELECT * FROM buy_item($1, $2, $3, $4, $5)', [userId, NAMES[kind], itemId, item.price, key]);
      const [row] = rows;
      if (!row) throw new Error('buy_item answered nothing');
      return {
        answer: { item, coins: row.coins, ownedBefore: row.owned_before },
        moved: row.changed_balances,
      };
    },
  };
}
