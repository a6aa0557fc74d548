import { ItemKind } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { useOperator } from './operator.ts';
import { useSharedStack } from './harness.ts';

const stack = useSharedStack();
const operators = useOperator(stack);

describe('emojis', () => {
  test('are listed with glyph, name and price', async () => {
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

  test('are owned at once by the player who received them, and by no other', async () => {
    const [ann, bob] = [await Player.guest(stack().url), await Player.guest(stack().url)];
    expect(await ann.api.emojis.owned()).toEqual([]);
    for (const itemId of ['owl', 'fox']) await operators().grantItem(ann.user.id, ItemKind.EMOJI, itemId);
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'owl' }, { emojiId: 'fox' }]);
    expect(await bob.api.emojis.owned()).toEqual([]);
  });
});
