import type { UserId } from '@fifteen/domain';
import { sqlState, writeOutbox, type OutboxEvent, type Sql } from '@fifteen/runtime';
import type { Codes } from '../domain/codes.ts';
import { mailboxOf } from '../domain/email.ts';
import { invalidCode } from '../domain/errors.ts';
import { insertMissingWallet } from './wallets.ts';
import { userChanged, userCreated, userUpgraded } from '../domain/events.ts';
import { toUsername } from '../domain/names.ts';
import { reserveName } from './accounts.ts';
import type { MatchedFlow } from './code-attempts.ts';
import type { RateLimits } from './rate-limits.ts';
import { endAllSessions, type EndedSession } from './sessions.ts';

interface RegistrationRow {
  account_id: UserId;
  upgrade: boolean;
  username: string;
  email: string;
  email_key: string;
  password_hash: string;
  locale: string;
  created_at: Date;
}

/**
 * Turns a registration into an account, under the lock of its address, after its mailbox was proved. Deletes other
 * registrations of the address. Returns the sessions that end.
 * @throws INVALID_CODE when the registration is gone or has lost its address or name by now, and TOO_MANY_REQUESTS when
 *   the mailbox has confirmed too many accounts today (docs/adr/0019)
 */
export async function confirmRegistration(
  sql: Sql,
  { rateLimits, codes }: { rateLimits: RateLimits; codes: Codes },
  { accountId, emailKey }: MatchedFlow,
): Promise<EndedSession[]> {
  const { rows } = await sql.query<RegistrationRow>(
    `DELETE FROM registration WHERE account_id = $1 AND email_key = $2 RETURNING *`,
    [accountId, emailKey],
  );
  const [registration] = rows;
  if (!registration) throw invalidCode();
  await rateLimits.consume('mailbox', codes.pseudonym('mailbox', mailboxOf(emailKey)), sql);
  await deleteOtherRegistrations(sql, emailKey);
  await claimName(sql, accountId, registration.username);
  await writeAccount(sql, accountId, registration);
  await writeOutbox(sql, eventsOf(accountId, registration.upgrade));
  return registration.upgrade ? endAllSessions(sql, accountId) : [];
}

/**
 * Turns the reserved name into the account's name. Another registration of the address may have had it, in another case,
 * which has other look-alikes: the name is reserved anew.
 * @throws INVALID_CODE when the other one has kept the name and has another address by now, or when another user has got
 *   a name that looks the same
 */
async function claimName(sql: Sql, accountId: UserId, name: string): Promise<void> {
  await sql.query(`DELETE FROM username WHERE account_id = $1`, [accountId]);
  try {
    await reserveName(sql, toUsername(name), { accountId, pending: false });
  } catch (error) {
    throw sqlState(error) === '23505' ? invalidCode() : error;
  }
}

async function deleteOtherRegistrations(sql: Sql, emailKey: string): Promise<void> {
  const { rows } = await sql.query<{ account_id: UserId }>(
    `DELETE FROM registration WHERE email_key = $1 RETURNING account_id`,
    [emailKey],
  );
  const ids = rows.map((row) => row.account_id);
  await sql.query(`DELETE FROM username WHERE account_id = ANY($1) AND pending`, [ids]);
}

async function writeAccount(sql: Sql, accountId: UserId, registration: RegistrationRow): Promise<void> {
  const { upgrade, username: name, email, email_key, password_hash, locale, created_at } = registration;
  const values = [accountId, name, email, email_key, password_hash, locale, created_at];
  try {
    const { rowCount } = await sql.query(upgrade ? UPGRADE : INSERT, values);
    if (rowCount !== 1) throw invalidCode();
    if (!upgrade) await insertMissingWallet(sql, accountId);
  } catch (error) {
    // Another account has the address by now.
    throw sqlState(error) === '23505' ? invalidCode() : error;
  }
}

const INSERT = `INSERT INTO account
    (id, username, display_name, email, email_key, password_hash, locale, registered_at, verified_at)
  VALUES ($1, $2, $2, $3, $4, $5, $6, $7, now())`;
// Keeps a display name that the guest has chosen and replaces a generated one by the username.
const UPGRADE = `UPDATE account SET username = $2,
    display_name = CASE WHEN display_name ~ '^Guest [0-9]{4}$' THEN $2 ELSE display_name END, email = $3, email_key = $4, password_hash = $5,
    locale = $6, registered_at = $7, verified_at = now()
  WHERE id = $1 AND guest`;

const eventsOf = (userId: UserId, upgrade: boolean): OutboxEvent[] =>
  upgrade ? [userChanged(userId), userUpgraded(userId)] : [userCreated(userId, false)];
