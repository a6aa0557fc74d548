import { startConsumer, type ServiceContext } from '@fifteen/runtime';
import type { Ledger } from './ledger.ts';
import { expireGuest, signup } from './wallets.ts';

/** Opens a wallet for each new user, and empties that of a guest who is deleted. */
export function consumeIdentity(context: Omit<ServiceContext, 'push'> & { ledger: Ledger }): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'economy',
      handlers: {
        userCreated: async ({ ledger }, sql, { userId }) => ledger.within(sql, signup(userId)),
        userDeleted: async ({ ledger }, sql, { userId, guest }) =>
          guest ? ledger.within(sql, expireGuest(userId)) : undefined,
      },
    },
    context,
  );
}
