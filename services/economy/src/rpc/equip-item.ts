import type { EquipItemRequest, EquipItemResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { DEFAULT } from '../catalogue/catalogue.ts';
import { defaultCosmetics, readCosmetics } from '../db/cosmetics.ts';
import { KIND_NAMES } from '../db/items.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { requireItem } from '../domain/items.ts';
import { itemFields, itemKind, ownerId } from '../domain/requests.ts';

/** An empty item id unequips the item of that kind. */
const schema = z.object({
  userId: ownerId,
  ...itemFields,
  kind: itemKind.exclude(['EMOJI']),
});

/**
 * Equips a piece style or a frame that the user owns, or the default of the kind.
 * @throws ITEM_NOT_FOUND, NOT_OWNED, USER_NOT_FOUND without a wallet, INVALID for an emoji
 */
export async function equipItem(
  context: LedgerContext,
  request: EquipItemRequest,
): Promise<EquipItemResponse> {
  const { userId, kind, itemId } = parseRequest(schema, request);
  if (itemId !== '') requireItem(kind, itemId);
  const item = itemId === DEFAULT ? null : itemId || null;
  return transact(context, 'equip-item', async (sql, effects) => {
    const { rows } = await sql.query<{ changed: boolean }>('SELECT equip_item($1, $2, $3) AS changed', [
      userId,
      KIND_NAMES[kind],
      item,
    ]);
    if (rows[0]?.changed)
      effects.addEvent({
        name: 'cosmetics_changed',
        aggregateId: userId,
        body: { $case: 'cosmeticsChanged', value: { userId } },
      });
    const [cosmetics = defaultCosmetics(userId)] = await readCosmetics(sql, [userId]);
    return { cosmetics };
  });
}
