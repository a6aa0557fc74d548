import { ItemKind, type Item } from '@fifteen/proto/economy';
import { z } from 'zod';
import { emojis } from './emojis.ts';

/** A kind that something can be of. */
export type Kind = Exclude<ItemKind, ItemKind.UNSPECIFIED>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = (max: number) => z.string().trim().min(1).max(max);

const emoji = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/),
    glyph: z
      .string()
      .regex(/^\p{Extended_Pictographic}/u)
      .refine((glyph) => [...graphemes.segment(glyph)].length === 1, 'must be one character'),
    /** Stands under the glyph, on a card of half a phone's width. */
    label: words(16),
    description: words(60),
    price: z.int().min(50_000).max(50_000_000),
    animationType: z.enum(['bounce', 'pulse', 'shake', 'spin', 'float', 'burst']),
  })
  .transform(({ id, glyph, label, description, price, animationType }): Item => ({
    kind: ItemKind.EMOJI,
    id,
    name: `${glyph} ${label}`,
    description,
    price,
    emoji: { glyph, animationType },
  }));

const idOf = ({ id }: Item): string => id;

/** Looks at every entry and refuses one that cannot be meant: a wrong catalogue is never served. */
export function readCatalogue(entries: { emojis: readonly unknown[] }): readonly Item[] {
  const items = z.array(emoji).parse(entries.emojis);
  for (const nameOf of [idOf, (item: Item) => item.emoji?.glyph])
    if (new Set(items.map(nameOf)).size < items.length) throw new Error('an item is there twice');
  return items;
}

/** All there is, in the order in which it is shown. */
const items = readCatalogue({ emojis });
const byId = new Map(items.map((item) => [idOf(item), item]));

/** The items of a kind; of all kinds when it is not specified. */
export const itemsOf = (kind: ItemKind): Item[] =>
  items.filter((item) => kind === ItemKind.UNSPECIFIED || item.kind === kind);

/** The item of this kind with this id, if there is one. */
export function findItem(kind: Kind, id: string): Item | undefined {
  const item = byId.get(id);
  return item?.kind === kind ? item : undefined;
}
