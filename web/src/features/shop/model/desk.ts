import { create } from 'zustand';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import type { Kind, Ware } from './catalogue.ts';

/** Where something is bought and put on, one at a time. */
interface Desk {
  /** A purchase is on its way: nothing else can be bought meanwhile. */
  buying: boolean;
  /** What is being put on or taken off, as `kind id`. */
  changing: string | null;
  /** The purchase that waits for the player's consent. */
  asked: Ware | null;
  /** What was just bought, until that has been read. */
  bought: Ware | null;
  /** Buys at once what is cheap; asks first about a price that is large, or large for this balance. */
  choose(ware: Ware, balance: number): Promise<void>;
  buy(ware: Ware): Promise<void>;
  /** Puts an owned style or frame on. */
  wear(ware: Ware): Promise<void>;
  /** Takes the worn frame off. */
  unwear(ware: Ware): Promise<void>;
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
const complain = (title: string, description: string) => toast({ title, description, tone: 'error' });
const done = (title: string, description: string) => toast({ title, description, tone: 'ok' });

/** The price goes along: what was shown is what is paid, or nothing is (409 PRICE_CHANGED). */
const purchase: Record<Kind, (id: string, price: number) => Promise<unknown>> = {
  style: (styleName, price) => api.shop.purchasePieceStyle({ body: { styleName, price } }),
  emoji: (emojiId, price) => api.shop.purchaseEmoji({ body: { emojiId, price } }),
  frame: (frameId, price) => api.shop.purchaseFrame({ body: { frameId, price } }),
};

/** Asks again for what is owned and worn, and for the coins. */
const refetch = (kind: Kind): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: kind === 'emoji' ? ['emojis'] : ['shop', kind] }),
    refreshUser(),
  ]);

function explainPurchase(error: unknown, { kind, price }: Ware): void {
  const failed = t('shop.failed.title');
  if (isCode(error, 'TOO_EXPENSIVE')) complain(t('shop.action.short'), t(`shop.short.${kind}`, { price }));
  else if (isCode(error, 'PRICE_CHANGED')) complain(failed, t('shop.failed.priceChanged'));
  else if (isCode(error, 'ALREADY_OWNED')) complain(failed, t('shop.failed.owned'));
  else complain(failed, explainError(error, { fallback: `shop.failed.${kind}` }).text);
}

export const useDesk = create<Desk>()((set, get) => ({
  buying: false,
  changing: null,
  asked: null,
  bought: null,
  async choose(ware, balance) {
    if (isLarge(ware.price, balance)) set({ asked: ware });
    else await get().buy(ware);
  },
  async buy(ware) {
    if (get().buying) return;
    set({ buying: true, asked: null });
    try {
      await purchase[ware.kind](ware.id, ware.price);
      play('coin');
      set({ bought: ware });
    } catch (error) {
      explainPurchase(error, ware);
    }
    await refetch(ware.kind);
    set({ buying: false });
  },
  wear: (ware) => change(ware, ware.id),
  unwear: (ware) => change(ware, null),
  close: () => set({ bought: null }),
  decline: () => set({ asked: null }),
}));

async function change({ kind, id }: Ware, worn: string | null): Promise<void> {
  if (kind === 'emoji' || useDesk.getState().changing) return;
  useDesk.setState({ changing: `${kind} ${id}` });
  try {
    if (kind === 'frame') await api.shop.activateFrame({ body: { frameId: worn } });
    else await api.shop.activatePieceStyle({ body: { styleName: id } });
    const title = t(worn === null ? 'shop.change.removed' : `shop.change.${kind}.done`);
    done(title, t(`shop.change.${kind}.doneText`));
  } catch (error) {
    const fallback = `shop.change.${kind}.failedText` as const;
    complain(t(`shop.change.${kind}.failed`), explainError(error, { fallback }).text);
  }
  await refetch(kind);
  useDesk.setState({ changing: null });
}
