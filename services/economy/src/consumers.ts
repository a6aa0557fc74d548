import { startConsumer, type Database, type Nats, type ServiceContext } from '@fifteen/runtime';
import type { Ledger } from './ledger.ts';
import { expireGuest, signup } from './wallets.ts';

/** Listens to identity: a wallet for everybody who comes, and the end of it for a guest who leaves. */
export function consumeIdentity(
  parts: { db: Database; nats: Nats; ledger: Ledger },
  context: ServiceContext,
): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'economy',
      db: parts.db,
      nats: parts.nats,
      apply: async ({ body }, sql) => {
        if (body?.$case === 'userCreated') return parts.ledger.within(sql, signup(body.value.userId));
        if (body?.$case === 'userDeleted' && body.value.guest)
          return parts.ledger.within(sql, expireGuest(body.value.userId));
        return undefined;
      },
    },
    context,
  );
}
