import { t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { rewardsQuery } from '@/features/rewards/index.ts';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

/** A kind of item; each has a tab. */
export type Kind = 'style' | 'emoji' | 'frame';

/** An item, and its state for the user. */
export interface Product {
  readonly kind: Kind;
  readonly id: string;
  /** English name of the server; see {@link wordsOf}. */
  readonly name: string;
  readonly description: string;
  readonly price: number;
  /** Free for all users. */
  readonly isDefault: boolean;
  /** `locked`: to be earned, never bought. */
  readonly state: 'offered' | 'locked' | 'owned' | 'active';
  /** The reward that grants it; undefined for what is sold. */
  readonly reward?: string;
  /** The glyph of an emoji, and its animation. */
  readonly glyph?: string;
  readonly motion?: string;
}

type Item = Pick<Product, 'id' | 'name' | 'description' | 'price'>;

function product(kind: Kind, item: Item, isDefault: boolean, owned: boolean, active: boolean): Product {
  const { id, name, description, price } = item;
  const state = active ? 'active' : owned || isDefault ? 'owned' : 'offered';
  return { kind, id, name, description, price, isDefault, state };
}

/** The glyph stands before the name of an emoji. */
const withoutGlyph = (name: string, glyph = ''): string => name.replace(`${glyph} `, '');

/** Returns the items with those that can still be earned. Without an answer about these, the shop has the others. */
async function withRewards(kind: Kind, known: readonly Product[]): Promise<Product[]> {
  const rewards = await queryClient.fetchQuery({ ...rewardsQuery, networkMode: 'always' }).catch(() => []);
  const earnable = rewards.flatMap(({ id: reward, items }) =>
    items.flatMap((item) => (item.kind === kind ? [{ ...item, reward }] : [])),
  );
  const rewardOf = new Map(earnable.map(({ id, reward }) => [id, reward]));
  const owned = new Set(known.map(({ id }) => id));
  const locked = earnable
    .filter(({ id }) => !owned.has(id))
    .map(({ reward, glyph, animationType: motion, ...item }): Product => ({
      ...product(kind, { ...item, price: 0 }, false, false, false),
      name: withoutGlyph(item.name, glyph),
      state: 'locked',
      reward,
      ...(glyph !== undefined && { glyph }),
      ...(motion !== undefined && { motion }),
    }));
  const withReward = (one: Product): Product => {
    const reward = rewardOf.get(one.id);
    return reward === undefined ? one : { ...one, reward };
  };
  return [...known.map(withReward), ...locked];
}

async function styles(): Promise<Product[]> {
  const { pieceStyles, activeStyle } = await api.shop.pieceStyles();
  const known = pieceStyles.map((item) =>
    product('style', item, item.isDefault, item.owned, item.id === activeStyle),
  );
  return withRewards('style', known);
}

async function emojis(): Promise<Product[]> {
  const [all, owned] = await Promise.all([api.emojis.list(), api.emojis.owned()]);
  const ids = new Set(owned.map(({ emojiId }) => emojiId));
  const known = all.map((item) => ({
    ...product('emoji', item, false, ids.has(item.id), false),
    name: withoutGlyph(item.name, item.glyph),
    glyph: item.glyph,
    motion: item.animationType,
  }));
  return withRewards('emoji', known);
}

async function frames(): Promise<Product[]> {
  const [all, owned] = await Promise.all([api.shop.frames(), api.shop.ownedFrames()]);
  const equipped = owned.find(({ isActive }) => isActive)?.frameId;
  const ids = new Set(owned.map(({ frameId }) => frameId));
  const known = all.map((item) =>
    product(
      'frame',
      item,
      item.isDefault,
      ids.has(item.id),
      equipped ? item.id === equipped : item.isDefault,
    ),
  );
  return withRewards('frame', known);
}

/** The items of a kind, in the order of the server. Emojis share the query key with the panel that sends them. */
export const products: Readonly<
  Record<Kind, { queryKey: readonly string[]; queryFn: () => Promise<Product[]> }>
> = {
  style: { queryKey: ['shop', 'style'], queryFn: styles },
  emoji: { queryKey: ['emojis', 'shop'], queryFn: emojis },
  frame: { queryKey: ['shop', 'frame'], queryFn: frames },
};

/** Returns name and description of an item, translated if this version knows it. */
export function wordsOf({ kind, id, name, description }: Product): { name: string; text: string } {
  const [nameKey, textKey] = [`shop.${kind}.${id}.name`, `shop.${kind}.${id}.text`];
  if (!isText(nameKey) || !isText(textKey)) return { name, text: description };
  return { name: t(nameKey), text: t(textKey) };
}
