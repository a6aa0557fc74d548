import type { User } from '@fifteen/contract';
import type { Account } from '@fifteen/proto/identity';
import type { Neighbours } from './neighbours.ts';
import { ownUser } from './people.ts';

/** Oneself, with what only oneself may see. */
export async function ownUserOf(neighbours: Neighbours, account: Account | undefined): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const { balances } = await neighbours.economy.getBalances({ userIds: [account.id] });
  return ownUser(account, balances[0]?.coins ?? 0);
}
