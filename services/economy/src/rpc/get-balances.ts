import type { GetBalancesResponse, GetBalancesRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readBalances } from '../db/wallets.ts';
import { usersRequest } from '../domain/requests.ts';

/** Returns the balances of up to 200 users; a user without a wallet is missing. */
export async function getBalances(
  { db }: AppContext,
  request: GetBalancesRequest,
): Promise<GetBalancesResponse> {
  const { userIds } = parseRequest(usersRequest, request);
  return { balances: await readBalances(db, userIds) };
}
