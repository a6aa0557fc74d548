import { t } from 'i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';

/** What the shop sells; each kind is a tab. */
export type Kind = 'style' | 'emoji' | 'frame';

/** One thing of the shop and what it is to the person who looks. */
export interface Ware {
  readonly kind: Kind;
  readonly id: string;
  /** The server's English; see {@link wordsOf}. */
  readonly name: string;
  readonly description: string;
  readonly price: number;
  /** Everybody's, for nothing. */
  readonly isDefault: boolean;
  readonly state: 'offered' | 'owned' | 'active';
  /** The character of an emoji, and how it moves. */
  readonly glyph?: string;
  readonly motion?: string;
}

type Item = Pick<Ware, 'id' | 'name' | 'description' | 'price'>;

function ware(kind: Kind, item: Item, isDefault: boolean, owned: boolean, active: boolean): Ware {
  const { id, name, description, price } = item;
  const state = active ? 'active' : owned || isDefault ? 'owned' : 'offered';
  return { kind, id, name, description, price, isDefault, state };
}

async function styles(): Promise<Ware[]> {
  const { pieceStyles, activeStyle } = await api.shop.pieceStyles();
  return pieceStyles.map((item) => ware('style', item, item.isDefault, item.owned, item.id === activeStyle));
}

async function emojis(): Promise<Ware[]> {
  const [all, owned] = await Promise.all([api.emojis.list(), api.emojis.owned()]);
  const ids = new Set(owned.map(({ emojiId }) => emojiId));
  return all.map((item) => ({
    ...ware('emoji', item, false, ids.has(item.id), false),
    name: item.name.replace(`${item.glyph} `, ''),
    glyph: item.glyph,
    motion: item.animationType,
  }));
}

async function frames(): Promise<Ware[]> {
  const [all, owned] = await Promise.all([api.shop.frames(), api.shop.ownedFrames()]);
  const worn = owned.find(({ isActive }) => isActive)?.frameId;
  const ids = new Set(owned.map(({ frameId }) => frameId));
  return all.map((item) =>
    ware('frame', item, item.isDefault, ids.has(item.id), worn ? item.id === worn : item.isDefault),
  );
}

/** Everything of a kind, in the server's order. Emojis stand under the key where those who send them look for theirs. */
export const wares: Readonly<Record<Kind, { queryKey: readonly string[]; queryFn: () => Promise<Ware[]> }>> =
  {
    style: { queryKey: ['shop', 'style'], queryFn: styles },
    emoji: { queryKey: ['emojis', 'shop'], queryFn: emojis },
    frame: { queryKey: ['shop', 'frame'], queryFn: frames },
  };

/** What a ware is called and what is said of it, in the language on screen where this version knows it. */
export function wordsOf({ kind, id, name, description }: Ware): { name: string; text: string } {
  const [nameKey, textKey] = [`shop.${kind}.${id}.name`, `shop.${kind}.${id}.text`];
  if (!isText(nameKey) || !isText(textKey)) return { name, text: description };
  return { name: t(nameKey), text: t(textKey) };
}
