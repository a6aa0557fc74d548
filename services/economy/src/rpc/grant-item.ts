import type { GrantItemRequest, GrantItemResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { KIND_NAMES } from '../db/items.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { assertNotDefault, requireItem } from '../domain/items.ts';
import { itemFields, singleLineText, ownerId } from '../domain/requests.ts';

const schema = z.object({ userId: ownerId, ...itemFields, reference: singleLineText(128).min(1) });

/**
 * Gives an item without coins, once per reference.
 * @throws ITEM_NOT_FOUND, USER_NOT_FOUND without a wallet, CONFLICT for a reference with other terms, ALREADY_OWNED
 */
export async function grantItem(
  context: LedgerContext,
  request: GrantItemRequest,
): Promise<GrantItemResponse> {
  const { userId, kind, itemId, reference } = parseRequest(schema, request);
  assertNotDefault(requireItem(kind, itemId));
  return transact(context, 'grant-item', async (sql) => {
    const { rows } = await sql.query<{ at: Date }>('SELECT grant_item($1, $2, $3, $4) AS at', [
      userId,
      KIND_NAMES[kind],
      itemId,
      reference,
    ]);
    return { item: { userId, kind, itemId, at: rows[0]?.at } };
  });
}
