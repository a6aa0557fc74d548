import { failpoint, sqlState, writeOutbox, type OutboxEvent, type Sql } from '@fifteen/runtime';
import { reserveName } from './accounts.ts';
import { consumeFlow, invalidCode, tryCode, type Attempt, type OpenedFlow } from './flows.ts';
import { mailboxOf } from './email.ts';
import { username } from './names.ts';
import type { Origin, Parts } from './parts.ts';
import { endSessions, revoke, type Ended, type Grant } from './sessions.ts';
import { beginSession } from './sign-in.ts';

/** A code as its typist sends it. */
export type TypedCode = Omit<Attempt, 'purpose'> & {
  /** Address of the network it came from. */
  readonly ip: string;
};

/**
 * Looks at a code and lets it be used, unless this is the repeat of the request that did. Wrong codes are counted per
 * address of the network too: before the look, and given back when it was right. Returns the flow of the code.
 */
export async function typeCode(
  parts: Parts,
  typed: TypedCode,
  purpose: Attempt['purpose'],
  use: (flow: OpenedFlow) => Promise<void>,
): Promise<OpenedFlow> {
  await parts.limits.take('wrongCode', typed.ip);
  const flow = await tryCode(parts.db, parts.codes, { ...typed, purpose });
  if (!flow.used) await use(flow);
  await parts.limits.giveBack('wrongCode', typed.ip);
  return flow;
}

/** A verified account, with a session where the code came with the flow cookie of its registration. */
interface Verified {
  readonly userId: string;
  readonly grant?: Grant;
}

/**
 * Uses a verification code up: the account begins, or the guest becomes a registered player; sessions from before end.
 * The browser of the registration is signed in. Throws INVALID_CODE, TOO_MANY_REQUESTS.
 */
export async function verifyEmail(
  parts: Parts,
  typed: Omit<TypedCode, 'ip'> & { origin: Origin; previousToken: string },
): Promise<Verified> {
  const { origin, previousToken } = typed;
  const { accountId, byCookie } = await typeCode(
    parts,
    { ...typed, ip: origin.ip },
    'verify',
    async (flow) => {
      const ended = await parts.db.tx(async (sql) => {
        await consumeFlow(sql, flow, typed.key);
        return beginAccount(sql, parts, flow.accountId);
      });
      failpoint('identity.verify.after-commit');
      revoke(parts.pusher, ended);
      parts.committed();
      await parts.wallets.open(flow.accountId);
    },
  );
  if (!byCookie) return { userId: accountId };
  return { userId: accountId, grant: await beginSession(parts, { accountId, previousToken, origin }) };
}

interface RegistrationRow {
  account_id: string;
  upgrade: boolean;
  username: string;
  email: string;
  email_key: string;
  password_hash: string;
  locale: string;
  created_at: Date;
}

/**
 * Makes a registration true, under the lock of its address: whoever reads that mailbox has said so. Other claims on the
 * address end. Answers the sessions that end with it. Throws INVALID_CODE when there is none any more, and
 * TOO_MANY_REQUESTS when the mailbox confirmed too many accounts today (docs/adr/0019).
 */
export async function beginAccount(
  sql: Sql,
  { limits, codes }: Pick<Parts, 'limits' | 'codes'>,
  accountId: string,
): Promise<Ended[]> {
  const { rows } = await sql.query<RegistrationRow>(
    `DELETE FROM registration WHERE account_id = $1 RETURNING *`,
    [accountId],
  );
  const [registration] = rows;
  if (!registration) throw invalidCode();
  await limits.take('mailbox', codes.pseudonym('mailbox', mailboxOf(registration.email_key)), sql);
  await endOtherClaims(sql, registration.email_key);
  await takeName(sql, accountId, registration.username);
  await writeAccount(sql, accountId, registration);
  await writeOutbox(sql, beginning(accountId, registration.upgrade));
  return registration.upgrade ? endSessions(sql, accountId) : [];
}

/** Makes the reserved name the account's own. A later registration of the same address may have reserved it anew. */
async function takeName(sql: Sql, accountId: string, name: string): Promise<void> {
  await sql.query(`DELETE FROM username WHERE account_id = $1 AND NOT pending`, [accountId]);
  const { rowCount } = await sql.query(`UPDATE username SET pending = false WHERE account_id = $1`, [
    accountId,
  ]);
  if (rowCount === 0) await reserveName(sql, username(name), { accountId, pending: false });
}

async function endOtherClaims(sql: Sql, emailKey: string): Promise<void> {
  const { rows } = await sql.query<{ account_id: string }>(
    `DELETE FROM registration WHERE email_key = $1 RETURNING account_id`,
    [emailKey],
  );
  const ids = rows.map((row) => row.account_id);
  await sql.query(`DELETE FROM username WHERE account_id = ANY($1) AND pending`, [ids]);
}

async function writeAccount(sql: Sql, accountId: string, registration: RegistrationRow): Promise<void> {
  const { upgrade, username: name, email, email_key, password_hash, locale, created_at } = registration;
  const values = [accountId, name, email, email_key, password_hash, locale, created_at];
  try {
    const { rowCount } = await sql.query(upgrade ? UPGRADE : INSERT, values);
    if (rowCount !== 1) throw invalidCode();
  } catch (error) {
    // The address belongs to another account by now.
    throw sqlState(error) === '23505' ? invalidCode() : error;
  }
}

const INSERT = `INSERT INTO account
    (id, username, display_name, email, email_key, password_hash, locale, registered_at, verified_at)
  VALUES ($1, $2, $2, $3, $4, $5, $6, $7, now())`;
// A display name that the guest chose stays; one that createGuest() made up gives way to the username.
const UPGRADE = `UPDATE account SET username = $2,
    display_name = CASE WHEN display_name ~ '^Guest [0-9]{4}$' THEN $2 ELSE display_name END, email = $3, email_key = $4, password_hash = $5,
    locale = $6, registered_at = $7, verified_at = now()
  WHERE id = $1 AND guest`;

const beginning = (userId: string, upgrade: boolean): OutboxEvent[] => {
  const value = { userId };
  const about = { aggregateId: userId };
  if (!upgrade)
    return [
      { ...about, name: 'user_created', body: { $case: 'userCreated', value: { userId, guest: false } } },
    ];
  return [
    { ...about, name: 'user_changed', body: { $case: 'userChanged', value } },
    { ...about, name: 'user_upgraded', body: { $case: 'userUpgraded', value } },
  ];
};
