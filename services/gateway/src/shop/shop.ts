import type { UserId } from '@fifteen/domain';
import type { BuyItemRequest, Item, ItemKind, Cosmetics } from '@fifteen/proto/economy';
import { AppError } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Limits } from '../edge/limits.ts';
import type { Clients } from '../clients/clients.ts';
import { withOpenWallet } from './missing-wallet.ts';

/** The items of a kind that a user may see, and the ones that the user owns. */
interface Selection {
  items: Item[];
  owns: (item: Item) => boolean;
}

/** Returns whether an item is free, so that every user has it. An earned one costs nothing either, but is not free. */
export const isDefault = ({ price, reward }: Item): boolean => price === 0 && reward === '';

/** Buys and equips items. The economy owns catalogue, prices and ownership. */
export class Shop {
  readonly #deps: { clients: Pick<Clients, 'economy'>; profiles: ProfileCache; limits: Limits };

  constructor(deps: { clients: Pick<Clients, 'economy'>; profiles: ProfileCache; limits: Limits }) {
    this.#deps = deps;
  }

  /** What is for sale, and what the user has earned: the rewards call has what can still be earned. */
  async select(userId: UserId, kind: ItemKind): Promise<Selection> {
    const { economy } = this.#deps.clients;
    const [all, own] = await Promise.all([
      economy.getCatalogue({ kind }),
      economy.listOwnedItems({ userId, kind }),
    ]);
    const owned = new Set(own.items.map(({ itemId }) => itemId));
    const owns = (item: Item) => isDefault(item) || owned.has(item.id);
    const items = all.items.filter((item) => item.reward === '' || owns(item));
    return { items, owns };
  }

  /** Returns the same with the user's equipped cosmetics. */
  async showcase(userId: UserId, kind: ItemKind): Promise<Selection & { equipped: Cosmetics | undefined }> {
    const [selection, { cosmetics }] = await Promise.all([
      this.select(userId, kind),
      this.#deps.clients.economy.getCosmetics({ userIds: [userId] }),
    ]);
    return { ...selection, equipped: cosmetics[0] };
  }

  /** @throws ITEM_NOT_FOUND, PRICE_CHANGED, TOO_EXPENSIVE, ALREADY_OWNED, TOO_MANY_REQUESTS */
  async buy(request: BuyItemRequest): Promise<{ item: Item; coins: number; message: string }> {
    const { clients, limits } = this.#deps;
    await limits.action('shop', request.userId);
    const { item, coins, ownedBefore } = await withOpenWallet(clients.economy.buyItem(request));
    if (ownedBefore) throw new AppError('ALREADY_OWNED');
    return { item, coins, message: 'Purchase Successful!' };
  }

  /**
   * Equips an owned item; an empty id unequips.
   * @throws ITEM_NOT_FOUND, NOT_OWNED, TOO_MANY_REQUESTS
   */
  async equip(userId: UserId, kind: ItemKind, itemId: string): Promise<void> {
    const { clients, limits, profiles } = this.#deps;
    await limits.action('shop', userId);
    await withOpenWallet(clients.economy.equipItem({ userId, kind, itemId }));
    profiles.dropCosmetics(userId);
  }
}
