import type { User } from '@fifteen/contract';
import type { Account } from '@fifteen/proto/identity';
import { isAppError } from '@fifteen/runtime';
import type { Neighbours } from './neighbours.ts';
import { ownUser } from './people.ts';
import type { Persons } from './persons.ts';

/** The profile does not wait longer because the game service is slow. */
const STAKE_LIMIT_MS = 500;

interface Parts {
  neighbours: Pick<Neighbours, 'economy' | 'game'>;
  persons: Persons;
}

/** Oneself, with what only oneself may see. */
export async function ownUserOf({ neighbours, persons }: Parts, account: Account | undefined): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const [person, { balances }, stakeLimit] = await Promise.all([
    persons.of(account),
    neighbours.economy.getBalances({ userIds: [account.id] }),
    stakeLimitOf(neighbours, account.id),
  ]);
  return { ...ownUser(person, balances[0]?.coins ?? 0), ...(stakeLimit && { stakeLimit }) };
}

/** Returns undefined while the game service is unavailable: the start of a game decides anyway. */
async function stakeLimitOf({ game }: Parts['neighbours'], userId: string): Promise<User['stakeLimit']> {
  try {
    const { coins, games } = await game.calls.stakeLimit({ userId }, { limitMs: STAKE_LIMIT_MS });
    return coins === undefined ? undefined : { coins, games };
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
