import { isId, type UserId } from '@fifteen/domain';
import { AppError, writeOutbox, type Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
import { emailKey } from '../domain/email.ts';
import { userNotFound } from '../domain/errors.ts';
import { userDeleted } from '../domain/events.ts';
import { usernameKey, type Username } from '../domain/names.ts';

/** An account as other services receive it. */
export interface AccountRow {
  readonly id: UserId;
  readonly username: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly guest: boolean;
  readonly verified: boolean;
  readonly created_at: Date;
  /** Name of the picture. */
  readonly picture: string | null;
  /** Null for a guest and for an unconfirmed registration. */
  readonly verified_at: Date | null;
  /** Null when the password was never reset. */
  readonly reset_at: Date | null;
  /** Null without a ban. */
  readonly banned_at: Date | null;
}

/** Columns of `AccountRow` in the table `account`. Its rows are guests or have a confirmed address. */
export const ACCOUNT_COLUMNS = `account.id, account.username, account.display_name, account.email, account.guest,
  NOT account.guest AS verified, account.created_at,
  (SELECT name FROM picture WHERE picture.account_id = account.id) AS picture,
  coalesce(account.verified_at, account.registered_at) AS verified_at, account.reset_at,
  account.banned_at`;

/** Accounts in one request. */
const MAX_IDS = 200;

/**
 * Returns the accounts with these ids, unordered and without unknown ids.
 * @throws INVALID for more than 200
 */
export async function readAccounts(db: Sql, ids: readonly UserId[]): Promise<AccountRow[]> {
  if (ids.length > MAX_IDS) throw new AppError('INVALID', { reason: 'At most 200 accounts at once' });
  const valid = ids.filter(isId);
  return queryRows<AccountRow>(
    db,
    build('account').select(build.raw(ACCOUNT_COLUMNS)).whereRaw('id = ANY(?)', [valid]),
  );
}

/**
 * Returns the account or unconfirmed registration with this username, address or id.
 * @throws USER_NOT_FOUND
 */
export async function findByName(db: Sql, name: string): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow & { rank: number }>(
    `WITH wanted AS (SELECT account_id AS id FROM username WHERE folded = $1)
     SELECT ${ACCOUNT_COLUMNS}, 1 AS rank FROM account
     WHERE id IN (SELECT id FROM wanted) OR email_key = $2 OR id = $3
     UNION ALL
     SELECT account_id, username, username, email, upgrade, false, created_at, NULL, NULL, NULL, NULL, 2
     FROM registration
     WHERE account_id IN (SELECT id FROM wanted) OR email_key = $2 OR account_id = $3
     ORDER BY rank, created_at DESC LIMIT 1`,
    [usernameKey(name), emailKey(name), isId(name) ? name : ''],
  );
  const [account] = rows;
  if (!account) throw userNotFound();
  return account;
}

/** Reserves a username. A name in use violates a key of the table `username`. */
export async function reserveName(
  sql: Sql,
  name: Username,
  owner: { accountId: UserId; pending: boolean },
): Promise<void> {
  const { folded, skeleton } = name;
  const { accountId: account_id, pending } = owner;
  await execute(sql, build('username').insert({ folded, skeleton, account_id, pending }));
}

/** Inserts a guest's account. */
export async function insertGuest(
  sql: Sql,
  guest: { id: UserId; username: string; displayName: string; locale: string },
): Promise<AccountRow> {
  const { rows } = await sql.query<AccountRow>(
    `INSERT INTO account (id, username, display_name, locale) VALUES ($1, $2, $3, $4) RETURNING ${ACCOUNT_COLUMNS}`,
    [guest.id, guest.username, guest.displayName, guest.locale],
  );
  const [account] = rows;
  if (!account) throw new Error('INSERT returned no row');
  return account;
}

/** Sets a display name. Returns whether the account exists. */
export async function setDisplayName(sql: Sql, accountId: UserId, displayName: string): Promise<boolean> {
  const updated = await execute(
    sql,
    build('account').where({ id: accountId }).update({ display_name: displayName }),
  );
  return updated > 0;
}

/** Returns whether a request repeats one that has created a guest. */
export async function isGuestRequestKnown(db: Sql, request: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM guest_request WHERE request = $1`, [request]);
  return rowCount === 1;
}

/**
 * Locks the guest whom a request has created. Returns undefined when the guest has logged out, has registered or is
 * banned.
 */
export async function lockGuestOfRequest(sql: Sql, request: string): Promise<AccountRow | undefined> {
  const { rows } = await sql.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS}
     FROM guest_request JOIN session USING (token_hash) JOIN account ON account.id = session.account_id
     WHERE guest_request.request = $1 AND account.guest AND account.banned_at IS NULL FOR UPDATE OF account`,
    [request],
  );
  return rows[0];
}

/** Locks an account. Returns whether it exists. */
export async function lockAccount(sql: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT FROM account WHERE id = $1 FOR UPDATE`, [accountId]);
  return rowCount === 1;
}

/**
 * Locks an account. Returns whether it is a guest without a registration that waits for its code. It uses two statements,
 * because the one that waits for the lock does not see the registration that was saved meanwhile.
 */
export async function lockDeletableGuest(sql: Sql, accountId: UserId): Promise<boolean> {
  if (!(await lockAccount(sql, accountId))) return false;
  const { rowCount } = await sql.query(
    `SELECT FROM account
     WHERE id = $1 AND guest AND NOT EXISTS (SELECT FROM registration WHERE account_id = account.id)`,
    [accountId],
  );
  return rowCount === 1;
}

/**
 * Deletes accounts with their names, pictures, sessions, registrations and access records, but those that are just being
 * published, and writes the events. The caller holds their locks.
 */
export async function deleteAccounts(sql: Sql, ids: UserId[]): Promise<void> {
  for (const table of ['username', 'registration', 'missing_wallet'])
    await execute(sql, build(table).whereRaw('account_id = ANY(?)', [ids]).delete());
  await execute(sql, build('account').whereRaw('id = ANY(?)', [ids]).delete());
  // The publisher holds the rows that it publishes while the broker responds: those stay until they are old.
  await sql.query(
    `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
       WHERE name = 'user_seen' AND aggregate_id = ANY($1) FOR UPDATE SKIP LOCKED)`,
    [ids],
  );
  await writeOutbox(sql, ids.map(userDeleted));
}
