import { randomInt, randomUUID } from 'node:crypto';
import { failpoint, isAppError, writeOutbox, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, reserveName, type AccountRow } from './accounts.ts';
import { username } from './names.ts';
import type { Origin, Parts } from './parts.ts';
import { seen } from './seen.ts';
import { openSession, type Grant } from './sessions.ts';

/** Without letters and digits that look alike; eight of them are a name nobody has (39 bits). */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Opens a guest's account with a session and a wallet. Throws TOO_MANY_REQUESTS. */
export async function createGuest(parts: Parts, origin: Origin): Promise<Grant> {
  await admitGuest(parts, origin);
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

/**
 * Each network has a small allowance of guests for any client. Beyond it a device that carried its cookie uses its own
 * allowance, up to a larger bound of the network, so that a school behind one address can play (docs/adr/0020).
 */
async function admitGuest({ limits, codes }: Parts, { ip, device, deviceCarried }: Origin): Promise<void> {
  try {
    await limits.take('guest', ip);
  } catch (error) {
    if (!deviceCarried || !isAppError(error, 'TOO_MANY_REQUESTS')) throw error;
    await limits.takeAll([
      ['guestOfDevice', codes.pseudonym('device', device)],
      ['guestsOfDevices', ip],
    ]);
  }
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
