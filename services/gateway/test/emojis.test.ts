import { EconomyService, ItemKind } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import { Player } from '@fifteen/testkit/player';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { product } from './product.ts';

const stack = product();
const lifecycle = new Lifecycle(createLog('test', 'silent'));
let economy: Calls<EconomyService>;
beforeAll(() => {
  const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = stack().adminEnv;
  economy = connectRpc({ name: 'economy', service: EconomyService, address, token }, { lifecycle }).calls;
});
afterAll(() => lifecycle.stop());

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
    for (const itemId of ['owl', 'fox']) {
      const reference = `${itemId} for ${ann.user.id}`;
      await economy.grantItem({ userId: ann.user.id, kind: ItemKind.EMOJI, itemId, reference });
    }
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'owl' }, { emojiId: 'fox' }]);
    expect(await bob.api.emojis.owned()).toEqual([]);
  });
});
