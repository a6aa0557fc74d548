import { ItemKind } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { operator } from './operator.ts';
import { sharedProduct } from './harness.ts';

const stack = sharedProduct();
const operators = operator(stack);

describe('emojis', () => {
  test('are listed with what they show, say and cost', async () => {
    const { api } = await Player.guest(stack().url);
    const list = await api.emojis.list();
    expect(list.length).toBeGreaterThanOrEqual(24);
    expect(list).toContainEqual({
      id: 'fox',
      name: '🦊 Sly Fox',
      description: 'It was a trap from the start.',
      price: 5_000_000,
      animationType: 'bounce',
      glyph: '🦊',
    });
    expect(list.map(({ price }) => price)).toEqual(list.map(({ price }) => price).toSorted((a, b) => a - b));
  });

  test('are owned by whom they were given to, at once and by nobody else', async () => {
    const [ann, bob] = [await Player.guest(stack().url), await Player.guest(stack().url)];
    expect(await ann.api.emojis.owned()).toEqual([]);
    for (const itemId of ['owl', 'fox']) await operators().item(ann.user.id, ItemKind.EMOJI, itemId);
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'owl' }, { emojiId: 'fox' }]);
    expect(await bob.api.emojis.owned()).toEqual([]);
  });
});
