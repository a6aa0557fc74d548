import type { BuyRequest, Item, ItemKind, Looks, Purchase } from '@fifteen/proto/economy';
import { AppError, isAppError } from '@fifteen/runtime';
import type { Cards } from './cards.ts';
import type { Limits } from './limits.ts';
import type { Neighbours } from './neighbours.ts';

/** What there is of a kind, whether one owns it, and what one wears of all kinds. */
interface Showcase {
  items: Item[];
  owns: (item: Item) => boolean;
  looks: Looks | undefined;
}

/** Everybody has it: it costs nothing. */
export const isDefault = ({ price }: Item): boolean => price === 0;

/** What coins buy, and what of it is worn. What there is, what it costs and who owns it is for the economy to say. */
export class Shop {
  readonly #parts: { neighbours: Pick<Neighbours, 'economy'>; cards: Cards; limits: Limits };

  constructor(parts: { neighbours: Pick<Neighbours, 'economy'>; cards: Cards; limits: Limits }) {
    this.#parts = parts;
  }

  async catalogue(kind: ItemKind): Promise<Item[]> {
    return (await this.#parts.neighbours.economy.getCatalogue({ kind })).items;
  }

  async look(userId: string, kind: ItemKind): Promise<Showcase> {
    const { economy } = this.#parts.neighbours;
    const [items, mine, { looks }] = await Promise.all([
      this.catalogue(kind),
      economy.getOwnedItems({ userId, kind }),
      economy.getLooks({ userIds: [userId] }),
    ]);
    const owned = new Set(mine.items.map(({ itemId }) => itemId));
    return { items, owns: (item) => isDefault(item) || owned.has(item.id), looks: looks[0] };
  }

  /** Errors: NOT_FOUND, PRICE_CHANGED, TOO_EXPENSIVE, ALREADY_OWNED, TOO_MANY_REQUESTS. */
  async buy(request: BuyRequest): Promise<{ item: Item; coins: number; message: string }> {
    const { neighbours, limits } = this.#parts;
    await limits.act('shop', request.userId);
    const bought = neighbours.economy.buy(request);
    const { item, coins, ownedBefore } = await bought.catch((error: unknown): Purchase => {
      if (!isAppError(error, 'INSUFFICIENT_COINS')) throw error;
      throw new AppError('TOO_EXPENSIVE', error.message, error.details);
    });
    if (!item) throw new Error('a purchase of nothing');
    if (ownedBefore) throw new AppError('ALREADY_OWNED', 'owned before');
    return { item, coins, message: 'Purchase Successful!' };
  }

  /** Puts on what one owns; nothing, by an empty id, too. Errors: NOT_FOUND, NOT_OWNED, TOO_MANY_REQUESTS. */
  async wear(userId: string, kind: ItemKind, itemId: string): Promise<void> {
    const { neighbours, limits, cards } = this.#parts;
    await limits.act('shop', userId);
    await neighbours.economy.activate({ userId, kind, itemId });
    cards.drop(userId);
  }
}
