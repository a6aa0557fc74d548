import { failpoint, sqlState, writeOutbox, type Fact, type Sql } from '@fifteen/runtime';
import { consumeFlow, invalidCode, tryCode, type Attempt, type OpenedFlow } from './flows.ts';
import type { Parts } from './parts.ts';
import { endSessions, revoke, type Ended } from './sessions.ts';

/** A code as its typist sends it. */
export type TypedCode = Omit<Attempt, 'purpose'> & {
  /** Address of the network it came from. */
  readonly ip: string;
};

/**
 * Looks at a code and lets it be used, unless this is the repeat of the request that did. Wrong codes are counted per
 * address of the network too: before the look, and given back when it was right. Answers whose code it was.
 */
export async function typeCode(
  parts: Parts,
  typed: TypedCode,
  purpose: Attempt['purpose'],
  use: (flow: OpenedFlow) => Promise<void>,
): Promise<string> {
  await parts.limits.take('wrongCode', typed.ip);
  const flow = await tryCode(parts.db, parts.codes, { ...typed, purpose });
  if (!flow.used) await use(flow);
  await parts.limits.giveBack('wrongCode', typed.ip);
  return flow.accountId;
}

/**
 * Uses a verification code up: the account begins, or the guest becomes a registered player, with no session that was
 * there before. Answers the account's id. Throws INVALID_CODE, TOO_MANY_REQUESTS.
 */
export function verifyEmail(parts: Parts, typed: TypedCode): Promise<string> {
  return typeCode(parts, typed, 'verify', async (flow) => {
    const ended = await parts.db.tx(async (sql) => {
      await consumeFlow(sql, flow, typed.key);
      return beginAccount(sql, flow.accountId);
    });
    failpoint('identity.verify.after-commit');
    revoke(parts.pusher, ended);
    parts.committed();
    await parts.wallets.open(flow.accountId);
  });
}

interface RegistrationRow {
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
 * address end. Answers the sessions that end with it. Throws INVALID_CODE when there is none any more.
 */
export async function beginAccount(sql: Sql, accountId: string): Promise<Ended[]> {
  const { rows } = await sql.query<RegistrationRow>(
    `DELETE FROM registration WHERE account_id = $1 RETURNING *`,
    [accountId],
  );
  const [registration] = rows;
  if (!registration) throw invalidCode();
  await sql.query(`DELETE FROM username WHERE account_id = $1 AND NOT pending`, [accountId]);
  await sql.query(`UPDATE username SET pending = false WHERE account_id = $1`, [accountId]);
  await endOtherClaims(sql, registration.email_key);
  await writeAccount(sql, accountId, registration);
  await writeOutbox(sql, beginning(accountId, registration.upgrade));
  return registration.upgrade ? endSessions(sql, accountId) : [];
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
  const { upgrade, username, email, email_key, password_hash, locale, created_at } = registration;
  const values = [accountId, username, email, email_key, password_hash, locale, created_at];
  try {
    const { rowCount } = await sql.query(upgrade ? UPGRADE : INSERT, values);
    if (rowCount !== 1) throw invalidCode();
  } catch (error) {
    // The address became somebody else's since.
    throw sqlState(error) === '23505' ? invalidCode() : error;
  }
}

const INSERT = `INSERT INTO account
    (id, username, display_name, email, email_key, password_hash, locale, registered_at, verified_at)
  VALUES ($1, $2, $2, $3, $4, $5, $6, $7, now())`;
const UPGRADE = `UPDATE account SET username = $2, display_name = $2, email = $3, email_key = $4, password_hash = $5,
    locale = $6, registered_at = $7, verified_at = now()
  WHERE id = $1 AND guest`;

const beginning = (userId: string, upgrade: boolean): Fact[] => {
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
