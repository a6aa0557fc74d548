import type { FindAccountRequest, FindAccountResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { findByName } from '../db/accounts.ts';
import { toAccount } from './responses.ts';

/**
 * Returns the account or registration with a username, address or id, for operators.
 * @throws USER_NOT_FOUND
 */
export async function findAccount(
  { db }: AppContext,
  { name }: FindAccountRequest,
): Promise<FindAccountResponse> {
  return { account: toAccount(await findByName(db, name)) };
}
