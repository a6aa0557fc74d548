import { create } from 'zustand';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser, sameUserCheck, setCoins } from '@/entities/session/session.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import type { Kind, Product } from './catalogue.ts';

/** Purchases and equipping, one at a time. */
interface ShopStore {
  /** Whether a purchase is pending, which blocks all others. */
  buying: boolean;
  /** The item being equipped or unequipped, as `kind id`. */
  changing: string | null;
  /** The purchase that waits for confirmation. */
  confirming: Product | null;
  /** The last purchase, until its dialog closes. */
  bought: Product | null;
  /** Buys a cheap item at once; confirms a price that is large, or large for this balance. */
  choose(product: Product, balance: number): Promise<void>;
  buy(product: Product): Promise<void>;
  /** Equips an owned style or frame. */
  equip(product: Product): Promise<void>;
  /** Unequips the frame. */
  unequip(product: Product): Promise<void>;
  close(): void;
  /** Cancels the purchase that waits for confirmation. */
  decline(): void;
  /** Ends a visit of the shop: closes its dialogs. */
  leave(): void;
}

/** Purchases from this price on need a confirmation; coins. */
const LARGE_PRICE = 1_000_000;
/** So do purchases of at least this part of the balance. */
const LARGE_PART = 0.1;
const isLarge = (price: number, balance: number): boolean =>
  price >= LARGE_PRICE || price >= balance * LARGE_PART;

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
const showError = (title: string, description: string) => toast({ title, description, tone: 'error' });
const showSuccess = (title: string, description: string) => toast({ title, description, tone: 'ok' });

/** Returns the new balance. The price is sent along: the shown price is paid, or nothing (409 PRICE_CHANGED). */
const purchase: Record<Kind, (id: string, price: number) => Promise<{ coins: number }>> = {
  style: (styleName, price) => api.shop.purchasePieceStyle({ body: { styleName, price } }),
  emoji: (emojiId, price) => api.shop.purchaseEmoji({ body: { emojiId, price } }),
  frame: (frameId, price) => api.shop.purchaseFrame({ body: { frameId, price } }),
};

/** Refetches owned and equipped items, and the balance. */
const refetch = (kind: Kind): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: kind === 'emoji' ? ['emojis'] : ['shop', kind] }),
    refreshUser(),
  ]);

function explainPurchase(error: unknown, { kind, price }: Product): void {
  const failed = t('shop.failed.title');
  if (isCode(error, 'TOO_EXPENSIVE')) showError(t('shop.action.short'), t(`shop.short.${kind}`, { price }));
  else if (isCode(error, 'PRICE_CHANGED')) showError(failed, t('shop.failed.priceChanged'));
  else if (isCode(error, 'ALREADY_OWNED')) showError(failed, t('shop.failed.owned'));
  else showError(failed, explainError(error, { fallback: `shop.failed.${kind}` }).text);
}

/** Number of visits that have ended: a purchase may succeed after the visit in which it began. */
let pastVisits = 0;

export const useShopStore = create<ShopStore>()((set, get) => ({
  buying: false,
  changing: null,
  confirming: null,
  bought: null,
  async choose(product, balance) {
    if (isLarge(product.price, balance)) set({ confirming: product });
    else await get().buy(product);
  },
  async buy(product) {
    if (get().buying) return;
    set({ buying: true, confirming: null });
    const visit = pastVisits;
    const isSameUser = sameUserCheck();
    try {
      const { coins } = await purchase[product.kind](product.id, product.price);
      if (isSameUser()) {
        setCoins(coins);
        play('coin');
        if (visit === pastVisits) set({ bought: product });
        else showSuccess(t('shop.done.title'), t(`shop.done.${product.kind}`));
      }
    } catch (error) {
      if (isSameUser()) explainPurchase(error, product);
    }
    await refetch(product.kind);
    set({ buying: false });
  },
  equip: (product) => change(product, product.id),
  unequip: (product) => change(product, null),
  close: () => set({ bought: null }),
  decline: () => set({ confirming: null }),
  leave() {
    pastVisits += 1;
    set({ confirming: null, bought: null });
  },
}));

async function change({ kind, id }: Product, equipped: string | null): Promise<void> {
  if (kind === 'emoji' || useShopStore.getState().changing) return;
  useShopStore.setState({ changing: `${kind} ${id}` });
  const isSameUser = sameUserCheck();
  try {
    if (kind === 'frame') await api.shop.activateFrame({ body: { frameId: equipped } });
    else await api.shop.activatePieceStyle({ body: { styleName: id } });
    const title = t(equipped === null ? 'shop.change.removed' : `shop.change.${kind}.done`);
    if (isSameUser()) showSuccess(title, t(`shop.change.${kind}.doneText`));
  } catch (error) {
    const fallback = `shop.change.${kind}.failedText` as const;
    if (isSameUser()) showError(t(`shop.change.${kind}.failed`), explainError(error, { fallback }).text);
  }
  await refetch(kind);
  useShopStore.setState({ changing: null });
}
