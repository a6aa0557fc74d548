import type { GetCatalogueRequest, GetCatalogueResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { itemsOf } from '../catalogue/catalogue.ts';
import type { AppContext } from '../context.ts';
import { itemKind } from '../domain/requests.ts';

const schema = z.object({ kind: itemKind.optional() });

/** Returns the items of a kind, or of all kinds without one. */
export async function getCatalogue(
  _context: AppContext,
  request: GetCatalogueRequest,
): Promise<GetCatalogueResponse> {
  return { items: itemsOf(parseRequest(schema, request).kind) };
}
