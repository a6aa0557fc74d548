import type { GetCatalogueRequest, GetCatalogueResponse } from '@fifteen/proto/economy';
import { z } from 'zod';
import { itemsOf } from '../catalogue/catalogue.ts';
import type { AppContext } from '../context.ts';
import { itemKind, parseRequest } from '../domain/requests.ts';

const schema = z.object({ kind: itemKind.optional() });

/** Returns the items of a kind, or of all kinds without one. */
export async function getCatalogue(
  _context: AppContext,
  request: GetCatalogueRequest,
): Promise<GetCatalogueResponse> {
  return { items: itemsOf(parseRequest(schema, request).kind) };
}
