import type { User } from '@fifteen/contract';
import type { Account } from '@fifteen/proto/identity';
import type { Neighbours } from './neighbours.ts';
import { ownUser } from './people.ts';
import type { Persons } from './persons.ts';

interface Parts {
  neighbours: Pick<Neighbours, 'economy'>;
  persons: Persons;
}

/** Oneself, with what only oneself may see. */
export async function ownUserOf({ neighbours, persons }: Parts, account: Account | undefined): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const [person, { balances }] = await Promise.all([
    persons.of(account),
    neighbours.economy.getBalances({ userIds: [account.id] }),
  ]);
  return ownUser(person, balances[0]?.coins ?? 0);
}
