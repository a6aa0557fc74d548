import { randomInt, randomUUID } from 'node:crypto';
import { failpoint, writeOutbox, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, reserveName, type AccountRow } from './accounts.ts';
import { username } from './names.ts';
import type { Origin, Parts } from './parts.ts';
import { seen } from './seen.ts';
import { openSession, type Grant } from './sessions.ts';

/** Without letters and digits that look alike; eight of them are a name nobody has (39 bits). */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Opens a guest's account with a session and a wallet. Throws TOO_MANY_REQUESTS. */
export async function createGuest(parts: Parts, origin: Origin): Promise<Grant> {
  await parts.limits.take('guest', origin.ip);
  const grant = await parts.db.tx(async (sql) => {
    const account = await insertGuest(sql, origin.locale);
    await writeOutbox(sql, [
      {
        name: 'user_created',
        aggregateId: account.id,
        body: { $case: 'userCreated', value: { userId: account.id, guest: true } },
      },
      seen(parts.codes, account.id, origin),
    ]);
    return (await openSession(sql, account)).grant;
  });
  failpoint('identity.guest.after-commit');
  parts.committed();
  await parts.wallets.open(grant.session.account.id);
  return grant;
}

async function insertGuest(sql: Sql, locale: string): Promise<AccountRow & { id: string }> {
  const id = randomUUID();
  const name = username(
    `guest-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`,
  );
  await reserveName(sql, name, { accountId: id, pending: false });
  const { rows } = await sql.query<AccountRow>(
    `INSERT INTO account (id, username, display_name, locale) VALUES ($1, $2, $3, $4) RETURNING ${ACCOUNT_COLUMNS}`,
    [id, name.shown, `Guest ${randomInt(1_000, 10_000)}`, locale],
  );
  const [account] = rows;
  if (!account) throw new Error('an insert answered nothing');
  return account;
}
