import { t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';

/** What the shop sells; each kind is a tab. */
export type Kind = 'style' | 'emoji' | 'frame';

/** One thing of the shop and what it is to the user who looks. */
export interface Product {
  readonly kind: Kind;
  readonly id: string;
  /** The server's English; see {@link wordsOf}. */
  readonly name: string;
  readonly description: string;
  readonly price: number;
  /** Every user's, for nothing. */
  readonly isDefault: boolean;
  readonly state: 'offered' | 'owned' | 'active';
  /** The character of an emoji, and how it moves. */
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

/** Everything of a kind, in the server's order. Emojis stand under the key where those who send them look for theirs. */
export const products: Readonly<
  Record<Kind, { queryKey: readonly string[]; queryFn: () => Promise<Product[]> }>
> = {
  style: { queryKey: ['shop', 'style'], queryFn: styles },
  emoji: { queryKey: ['emojis', 'shop'], queryFn: emojis },
  frame: { queryKey: ['shop', 'frame'], queryFn: frames },
};

/** What a product is called and what is said of it, in the language on screen where this version knows it. */
export function wordsOf({ kind, id, name, description }: Product): { name: string; text: string } {
  const [nameKey, textKey] = [`shop.${kind}.${id}.name`, `shop.${kind}.${id}.text`];
  if (!isText(nameKey) || !isText(textKey)) return { name, text: description };
  return { name: t(nameKey), text: t(textKey) };
}
