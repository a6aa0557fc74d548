import { REWARDS, type RewardType } from '@fifteen/domain';
import { ItemKind, type Item } from '@fifteen/proto/economy';
import type { Specified } from '@fifteen/runtime';
import { z } from 'zod';
import { emojis } from './emojis.ts';
import { frames } from './frames.ts';
import { styles } from './styles.ts';

/** Kind of an item. */
export type Kind = Specified<ItemKind>;

/** Id of the default piece style and frame. Every user has them, so they cannot be bought or granted. */
export const DEFAULT = 'default';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = (max: number) => z.string().trim().min(1).max(max);
/** Set for an item that is earned: it costs nothing, and is not sold. */
const reward = z.enum(REWARDS).optional();
const id = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/);

const emoji = z
  .strictObject({
    id,
    glyph: z
      .string()
      .regex(/^\p{Extended_Pictographic}/u)
      .refine((glyph) => [...graphemes.segment(glyph)].length === 1, 'must be one character'),
    /** Shown under the glyph, on a card of half a phone's width. */
    label: words(16),
    description: words(60),
    price: z.int().min(50_000).max(50_000_000).or(z.literal(0)),
    animationType: z.enum(['bounce', 'pulse', 'shake', 'spin', 'float', 'burst']),
    reward,
  })
  .refine((it) => (it.price === 0) === (it.reward !== undefined), 'only an earned emoji costs nothing')
  .transform(({ id, glyph, label, description, price, animationType, reward }): Item => ({
    kind: ItemKind.EMOJI,
    id,
    name: `${glyph} ${label}`,
    description,
    price,
    emoji: { glyph, animationType },
    reward: reward ?? '',
  }));

/** Returns the schema of a piece style or a frame. */
const cosmetic = (kind: Kind) =>
  z
    .strictObject({
      id,
      name: words(16),
      description: words(60),
      price: z.int().min(0).max(1_000_000_000_000),
      reward,
    })
    .refine(
      (it) => (it.price === 0) === (it.id === DEFAULT || it.reward !== undefined),
      'only the default and earned items cost nothing',
    )
    .transform((it): Item => ({ kind, ...it, emoji: undefined, reward: it.reward ?? '' }));

const schema = z.object({
  styles: z.array(cosmetic(ItemKind.PIECE_STYLE)),
  frames: z.array(cosmetic(ItemKind.FRAME)),
  emojis: z.array(emoji),
});

const keyOf = (kind: ItemKind, itemId: string): string => `${kind} ${itemId}`;

/** Returns the items of these entries. Throws for an invalid entry, so that the service does not start. */
export function readCatalogue(entries: Record<keyof typeof schema.shape, readonly unknown[]>): Item[] {
  const { styles, frames, emojis } = schema.parse(entries);
  for (const cosmetics of [styles, frames])
    if (!cosmetics.some(({ id }) => id === DEFAULT)) throw new Error('a kind has no default');
  const items = [...styles, ...emojis, ...frames];
  const names = [
    ...items.map((item) => (item.id === DEFAULT ? keyOf(item.kind, item.id) : item.id)),
    ...emojis.map(({ emoji }) => emoji?.glyph),
  ];
  if (new Set(names).size < names.length) throw new Error('an item is there twice');
  return items;
}

/** All items, in the order in which they are shown. */
const items = readCatalogue({ styles, frames, emojis });
const kinds: readonly Kind[] = [ItemKind.PIECE_STYLE, ItemKind.EMOJI, ItemKind.FRAME];
const byKey = new Map(items.map((item) => [keyOf(item.kind, item.id), item]));

/** Returns the items of a kind, or of all kinds without one. */
export const itemsOf = (kind?: Kind): Item[] =>
  items.filter((item) => kind === undefined || item.kind === kind);

/** Returns the item of this kind with this id, if there is one. */
export const findItem = (kind: Kind, itemId: string): Item | undefined => byKey.get(keyOf(kind, itemId));

/** Returns the items that a reward grants. */
export const itemsOfReward = (type: RewardType): { kind: Kind; item: Item }[] =>
  kinds.flatMap((kind) =>
    itemsOf(kind)
      .filter(({ reward }) => reward === type)
      .map((item) => ({ kind, item })),
  );
