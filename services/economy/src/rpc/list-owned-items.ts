import { ItemKind, type GetOwnedItemsRequest, type OwnedItems } from '@fifteen/proto/economy';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { readOwnedItems } from '../db/items.ts';
import { id, parseRequest } from '../domain/requests.ts';

const schema = z.object({ userId: id, kind: z.enum(ItemKind) });

/** Returns a user's items of a kind, or of all kinds when it is unspecified. */
export async function listOwnedItems({ db }: AppContext, request: GetOwnedItemsRequest): Promise<OwnedItems> {
  const { userId, kind } = parseRequest(schema, request);
  return { items: await readOwnedItems(db, userId, kind) };
}
