import type { ListOwnedItemsRequest, ListOwnedItemsResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { readOwnedItems } from '../db/items.ts';
import { anyUserId, itemKind } from '../domain/requests.ts';

const schema = z.object({ userId: anyUserId, kind: itemKind.optional() });

/** Returns a user's items of a kind, or of all kinds without one. */
export async function listOwnedItems(
  { db }: AppContext,
  request: ListOwnedItemsRequest,
): Promise<ListOwnedItemsResponse> {
  const { userId, kind } = parseRequest(schema, request);
  return { items: await readOwnedItems(db, userId, kind) };
}
