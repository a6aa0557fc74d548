import { ItemKind } from '@fifteen/proto/economy';
import type { Emojis } from '../emojis.ts';
import type { Neighbours } from '../neighbours.ts';
import type { Handlers } from './handler.ts';

/** Emojis. The economy knows what there is, and who owns what. */
export const emojiHandlers = ({
  neighbours: { economy },
  emojis,
}: {
  neighbours: Pick<Neighbours, 'economy'>;
  emojis: Emojis;
}): Handlers<'emojis'> => ({
  list: async () => {
    const { items } = await economy.getCatalogue({ kind: ItemKind.EMOJI });
    return items.flatMap(({ id, name, description, price, emoji }) =>
      emoji ? [{ id, name, description, price, ...emoji }] : [],
    );
  },
  owned: async ({ who }) => {
    const { items } = await economy.getOwnedItems({ userId: who.userId, kind: ItemKind.EMOJI });
    return items.map(({ itemId }) => ({ emojiId: itemId }));
  },
  send: async ({ who, body: { emojiId, gameId, recipientPlayerId: recipientId } }) => {
    await emojis.send(who.userId, { gameId, emojiId, recipientId });
    return undefined;
  },
});
