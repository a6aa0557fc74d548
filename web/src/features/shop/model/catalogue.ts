import { t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';

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
  readonly state: 'offered' | 'owned' | 'active';
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

async function styles(): Promise<Product[]> {
  const { pieceStyles, activeStyle } = await api.shop.pieceStyles();
  return pieceStyles.map((item) =>
    product('style', item, item.isDefault, item.owned, item.id === activeStyle),
  );
}

async function emojis(): Promise<Product[]> {
  const [all, owned] = await Promise.all([api.emojis.list(), api.emojis.owned()]);
  const ids = new Set(owned.map(({ emojiId }) => emojiId));
  return all.map((item) => ({
    ...product('emoji', item, false, ids.has(item.id), false),
    name: item.name.replace(`${item.glyph} `, ''),
    glyph: item.glyph,
    motion: item.animationType,
  }));
}

async function frames(): Promise<Product[]> {
  const [all, owned] = await Promise.all([api.shop.frames(), api.shop.ownedFrames()]);
  const equipped = owned.find(({ isActive }) => isActive)?.frameId;
  const ids = new Set(owned.map(({ frameId }) => frameId));
  return all.map((item) =>
    product(
      'frame',
      item,
      item.isDefault,
      ids.has(item.id),
      equipped ? item.id === equipped : item.isDefault,
    ),
  );
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
