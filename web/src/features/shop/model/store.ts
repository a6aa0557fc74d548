import { create } from 'zustand';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import type { Kind, Product } from './catalogue.ts';

/** Where something is bought and put on, one at a time. */
interface ShopStore {
  /** A purchase is on its way: nothing else can be bought meanwhile. */
  buying: boolean;
  /** What is being put on or taken off, as `kind id`. */
  changing: string | null;
  /** The purchase that waits for the player's consent. */
  confirming: Product | null;
  /** What was just bought, until that has been read. */
  bought: Product | null;
  /** Buys at once what is cheap; asks first about a price that is large, or large for this balance. */
  choose(product: Product, balance: number): Promise<void>;
  buy(product: Product): Promise<void>;
  /** Puts an owned style or frame on. */
  equip(product: Product): Promise<void>;
  /** Takes the equipped frame off. */
  unequip(product: Product): Promise<void>;
  close(): void;
  /** Drops the purchase that waits for consent. */
  decline(): void;
}

/** From this price on a purchase asks first, in coins. */
const LARGE_PRICE = 1_000_000;
/** Also asks first: a price of at least this part of the balance. */
const LARGE_PART = 0.1;
const isLarge = (price: number, balance: number): boolean =>
  price >= LARGE_PRICE || price >= balance * LARGE_PART;

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
const showError = (title: string, description: string) => toast({ title, description, tone: 'error' });
const showSuccess = (title: string, description: string) => toast({ title, description, tone: 'ok' });

/** The price goes along: what was shown is what is paid, or nothing is (409 PRICE_CHANGED). */
const purchase: Record<Kind, (id: string, price: number) => Promise<unknown>> = {
  style: (styleName, price) => api.shop.purchasePieceStyle({ body: { styleName, price } }),
  emoji: (emojiId, price) => api.shop.purchaseEmoji({ body: { emojiId, price } }),
  frame: (frameId, price) => api.shop.purchaseFrame({ body: { frameId, price } }),
};

/** Asks again for what is owned and equipped, and for the coins. */
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
    try {
      await purchase[product.kind](product.id, product.price);
      play('coin');
      set({ bought: product });
    } catch (error) {
      explainPurchase(error, product);
    }
    await refetch(product.kind);
    set({ buying: false });
  },
  equip: (product) => change(product, product.id),
  unequip: (product) => change(product, null),
  close: () => set({ bought: null }),
  decline: () => set({ confirming: null }),
}));

async function change({ kind, id }: Product, equipped: string | null): Promise<void> {
  if (kind === 'emoji' || useShopStore.getState().changing) return;
  useShopStore.setState({ changing: `${kind} ${id}` });
  try {
    if (kind === 'frame') await api.shop.activateFrame({ body: { frameId: equipped } });
    else await api.shop.activatePieceStyle({ body: { styleName: id } });
    const title = t(equipped === null ? 'shop.change.removed' : `shop.change.${kind}.done`);
    showSuccess(title, t(`shop.change.${kind}.doneText`));
  } catch (error) {
    const fallback = `shop.change.${kind}.failedText` as const;
    showError(t(`shop.change.${kind}.failed`), explainError(error, { fallback }).text);
  }
  await refetch(kind);
  useShopStore.setState({ changing: null });
}
