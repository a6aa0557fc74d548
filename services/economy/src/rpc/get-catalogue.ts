import { ItemKind, type Catalogue, type GetCatalogueRequest } from '@fifteen/proto/economy';
import { z } from 'zod';
import { itemsOf } from '../catalogue/catalogue.ts';
import type { AppContext } from '../context.ts';
import { parseRequest } from '../domain/requests.ts';

const schema = z.object({ kind: z.enum(ItemKind) });

/** Returns the items of a kind, or of all kinds when it is unspecified. */
export async function getCatalogue(_context: AppContext, request: GetCatalogueRequest): Promise<Catalogue> {
  return { items: itemsOf(parseRequest(schema, request).kind) };
}
