import type { GetAccountsResponse, GetAccountsRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { readAccounts } from '../db/accounts.ts';
import { toAccount } from './responses.ts';

/**
 * Returns the accounts with these ids, without unknown ids.
 * @throws INVALID for more than 200
 */
export async function getAccounts(
  { db }: AppContext,
  { ids }: GetAccountsRequest,
): Promise<GetAccountsResponse> {
  return { accounts: (await readAccounts(db, ids)).map(toAccount) };
}
