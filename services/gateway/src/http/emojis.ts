import { ItemKind } from '@fifteen/proto/economy';
import type { Neighbours } from '../neighbours.ts';
import type { Handlers } from './handler.ts';

/** Emojis. The economy knows what there is, and who owns what. */
export const emojiHandlers = ({
  neighbours: { economy },
}: {
  neighbours: Pick<Neighbours, 'economy'>;
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
});
