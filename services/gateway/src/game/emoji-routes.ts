import { ItemKind } from '@fifteen/proto/economy';
import type { Emojis } from './emojis.ts';
import type { Clients } from '../clients/clients.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

/** Emojis. The economy has the catalogue and the ownership. */
export const emojiRoutes = ({
  clients: { economy },
  emojis,
}: {
  clients: Pick<Clients, 'economy'>;
  emojis: Emojis;
}): RouteHandlers<'emojis'> => ({
  list: async ({ caller: { userId } }) => {
    const kind = ItemKind.EMOJI;
    const [{ items }, own] = await Promise.all([
      economy.getCatalogue({ kind }),
      economy.listOwnedItems({ userId, kind }),
    ]);
    const ownedIds = new Set(own.items.map(({ itemId }) => itemId));
    return items.flatMap(({ id, name, description, price, emoji, reward }) =>
      emoji && (reward === '' || ownedIds.has(id)) ? [{ id, name, description, price, ...emoji }] : [],
    );
  },
  owned: async ({ caller }) => {
    const { items } = await economy.listOwnedItems({ userId: caller.userId, kind: ItemKind.EMOJI });
    return items.map(({ itemId }) => ({ emojiId: itemId }));
  },
  send: async ({ caller, body: { emojiId, gameId, recipientPlayerId: recipientId } }) => {
    await emojis.send(caller.userId, { gameId, emojiId, recipientId });
    return undefined;
  },
});
