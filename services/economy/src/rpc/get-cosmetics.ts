import type { GetCosmeticsResponse, GetCosmeticsRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readCosmetics } from '../db/cosmetics.ts';
import { usersRequest } from '../domain/requests.ts';

/** Returns the equipped items of up to 200 users, in their order. */
export async function getCosmetics(
  { db }: AppContext,
  request: GetCosmeticsRequest,
): Promise<GetCosmeticsResponse> {
  const { userIds } = parseRequest(usersRequest, request);
  return { cosmetics: await readCosmetics(db, userIds) };
}
