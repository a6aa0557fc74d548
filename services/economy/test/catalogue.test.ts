import { readFileSync } from 'node:fs';
import { REWARDS } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { describe, expect, test } from 'vitest';
import { findItem, itemsOf, itemsOfReward, readCatalogue, type Kind } from '../src/catalogue/catalogue.ts';
import { emojis } from '../src/catalogue/emojis.ts';
import { frames } from '../src/catalogue/frames.ts';
import { styles } from '../src/catalogue/styles.ts';

type Emoji = (typeof emojis)[number];
/** Texts of items in a locale, by id. */
type Texts = Record<string, { text: string }>;

/** The table of the specification (docs/spec/around-play.md#around-3.4). */
const STYLES = `
  default     0
  autumn      10,000,000
  thunder     20,000,000
  fire        35,000,000
  hammer      50,000,000
  lovers      100,000,000
  cat         150,000,000
  flower      200,000,000
  greenleaf   200,000,000
  tulip       200,000,000
  holi        300,000,000
  bestfriends 350,000,000
  lotus       400,000,000`;
const FRAMES = `
  default     0
  thundering  1,000,000,000
  firestorm   1,000,000,000
  lovers_3d   1,000,000,000`;

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .map(([id, price]) => [id, Number(price!.replaceAll(',', ''))]);
/** Prices of what is for sale, and of the default. */
const pricesOf = (kind: Kind) =>
  itemsOf(kind)
    .filter(({ reward }) => reward === '')
    .map(({ id, price }) => [id, price]);

describe('the catalogue', () => {
  test('describes each item in the words of the English web app', () => {
    const page = new URL('../../../web/src/lib/i18n/locales/en/later.json', import.meta.url);
    const { shop } = JSON.parse(readFileSync(page, 'utf8')) as { shop: Record<string, Texts> };
    const { style, frame, emoji } = shop;
    const shown = (texts: Texts) =>
      Object.fromEntries(Object.entries(texts).map(([id, { text }]) => [id, text]));
    const served = (items: readonly { id: string; description: string }[]) =>
      Object.fromEntries(items.map(({ id, description }) => [id, description]));
    expect(served(styles)).toEqual(shown(style!));
    expect(served(frames)).toEqual(shown(frame!));
    expect(served(emojis)).toEqual(shown(emoji!));
  });

  test('has the piece styles and frames of the specification, at its prices and in its order', () => {
    expect(pricesOf(ItemKind.PIECE_STYLE)).toEqual(rows(STYLES));
    expect(pricesOf(ItemKind.FRAME)).toEqual(rows(FRAMES));
    expect(rows(STYLES)).toHaveLength(13);
    expect(rows(FRAMES)).toHaveLength(4);
  });

  test('has a short name and one sentence for each cosmetic', () => {
    const cosmetics = [...itemsOf(ItemKind.PIECE_STYLE), ...itemsOf(ItemKind.FRAME)];
    for (const { name, description, emoji } of cosmetics) {
      expect(name).toMatch(/^\p{Lu}[\p{L}\d ]+$/u);
      expect(description).toMatch(/^\p{Lu}[^.!?]+\.$/u);
      expect(emoji).toBeUndefined();
    }
    const descriptions = cosmetics.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });

  test('has emojis for every balance, each with one glyph, words and an animation', () => {
    const items = itemsOf(ItemKind.EMOJI).filter(({ reward }) => reward === '');
    expect(items.length).toBeGreaterThanOrEqual(24);
    for (const { name, price, emoji } of items) {
      expect(name).toMatch(new RegExp(`^${emoji!.glyph} \\w`, 'u'));
      expect(price).toBeGreaterThanOrEqual(50_000);
      expect(price).toBeLessThanOrEqual(50_000_000);
    }
    expect(new Set(items.map(({ emoji }) => emoji!.animationType)).size).toBe(6);
    const prices = items.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  test('has what each reward grants: two emojis, a style and a frame that cost nothing', () => {
    const granted = REWARDS.map((type) => [type, ...itemsOfReward(type).map(({ item }) => item.id)]);
    expect(granted).toEqual([
      ['tutorial', 'chalk', 'wave'],
      ['first_online_game', 'newcomer'],
      ['review', 'lightbulb'],
    ]);
    for (const { item } of REWARDS.flatMap(itemsOfReward)) expect(item.price).toBe(0);
  });

  test('finds an item by its kind and id, and lists all items without a kind', () => {
    expect(findItem(ItemKind.EMOJI, 'fox')?.emoji?.glyph).toBe('🦊');
    expect(findItem(ItemKind.PIECE_STYLE, 'fox')).toBeUndefined();
    expect(findItem(ItemKind.PIECE_STYLE, 'default')).not.toEqual(findItem(ItemKind.FRAME, 'default'));
    const kinds = [ItemKind.PIECE_STYLE, ItemKind.EMOJI, ItemKind.FRAME];
    expect(itemsOf()).toEqual(kinds.flatMap((kind) => itemsOf(kind)));
  });
});

describe('the catalogue is rejected', () => {
  const [emoji, other] = emojis.filter((one) => one.price > 0) as [Emoji, Emoji];
  const [plain, , style] = styles;
  const frame = frames.at(-1)!;
  const read = (overrides: Partial<Parameters<typeof readCatalogue>[0]>) => () =>
    readCatalogue({ styles, frames, emojis, ...overrides });

  test('with an invalid emoji', () => {
    expect(read({ emojis: [emoji] })).not.toThrow();
    expect(read({ emojis: [emoji, { ...emoji, glyph: '🦊', label: 'Fox' }] })).toThrow('twice');
    expect(read({ emojis: [emoji, { ...other, glyph: emoji.glyph }] })).toThrow('twice');
    for (const overrides of [
      { id: 'Smile' },
      { id: '' },
      { glyph: 'x' },
      { glyph: '😊😊' },
      { glyph: '' },
      { label: '' },
      { label: 'a label that is too wide for a card' },
      { description: '' },
      { price: 49_999 },
      { price: 50_000_001 },
      { price: 50_000.5 },
      { price: 0 },
      { reward: 'tutorial' },
      { price: 0, reward: 'luck' },
      { animationType: 'explode' },
      { colour: 'red' },
    ])
      expect(read({ emojis: [{ ...emoji, ...overrides }] }), JSON.stringify(overrides)).toThrow();
  });

  test('with an invalid piece style or frame', () => {
    expect(read({ styles: [style] })).toThrow('no default');
    expect(read({ frames: [] })).toThrow('no default');
    expect(read({ styles: [plain, style, style] })).toThrow('twice');
    expect(read({ styles: [plain, { ...style, id: emoji.id }] })).toThrow('twice');
    for (const [kind, valid] of Object.entries({ styles: style, frames: frame })) {
      expect(read({ [kind]: [plain, valid] })).not.toThrow();
      for (const [message, overrides] of [
        ['"id"', { id: 'Auto Mat' }],
        ['"name"', { name: '' }],
        ['"name"', { name: 'a name that is much too long for a card' }],
        ['"description"', { description: '' }],
        ['cost nothing', { price: 0 }],
        ['"price"', { price: -1 }],
        ['"price"', { price: 0.5 }],
        ['"price"', { price: 1_000_000_000_001 }],
        ['"glyph"', { glyph: '🦊' }],
      ] as const) {
        const invalid = { ...valid, ...overrides };
        expect(read({ [kind]: [plain, invalid] }), JSON.stringify(invalid)).toThrow(message);
      }
    }
    expect(read({ styles: [{ ...plain, price: 1 }] })).toThrow('cost nothing');
  });
});
