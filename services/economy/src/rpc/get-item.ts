import type { GetItemResponse, GetItemRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { DEFAULT } from '../catalogue/catalogue.ts';
import type { AppContext } from '../context.ts';
import { isOwned } from '../db/items.ts';
import { requireItem } from '../domain/items.ts';
import { anyUserId, itemFields } from '../domain/requests.ts';

const schema = z.object({ userId: anyUserId, ...itemFields });

/**
 * Returns an item, and whether this user owns it.
 * @throws ITEM_NOT_FOUND when there is no such item
 */
export async function getItem({ db }: AppContext, request: GetItemRequest): Promise<GetItemResponse> {
  const { userId, kind, itemId } = parseRequest(schema, request);
  const item = requireItem(kind, itemId);
  const owned = (await isOwned(db, userId, kind, itemId)) || itemId === DEFAULT;
  return { item, owned };
}
