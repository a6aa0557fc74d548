import type { SearchAccountsResponse, SearchAccountsRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { searchByName } from '../db/account-search.ts';
import { toAccount } from './responses.ts';

/**
 * Returns up to 20 accounts whose names contain a text, closest match first.
 * @throws INVALID for its length
 */
export async function searchAccounts(
  { db }: AppContext,
  { name }: SearchAccountsRequest,
): Promise<SearchAccountsResponse> {
  return { accounts: (await searchByName(db, name)).map(toAccount) };
}
