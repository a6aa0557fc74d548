import { randomUUID } from 'node:crypto';
import { type UserId, toUserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import type { Codes } from '../domain/codes.ts';
import type { Email } from '../domain/email.ts';
import { tooManyRequests } from '../domain/errors.ts';
import type { Username } from '../domain/names.ts';
import { reserveName } from './accounts.ts';
import { endCodesOfFormerAddress, issueCode, lockAddresses } from './code-flows.ts';

/** A registration as the user has entered it. */
export interface Registration {
  readonly name: Username;
  readonly email: Email;
  readonly password: string;
  readonly locale: string;
  /** The guest who registers, or undefined. */
  readonly guestId: UserId | undefined;
}

/** The account that has the address of a registration, or an earlier registration that this one may repeat. */
export interface Predecessor {
  /** An account has the address. */
  readonly taken: boolean;
  readonly accountId: UserId;
  readonly username: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  /** Not older than the period in which a repeat counts as the same registration. */
  readonly fresh: boolean;
}

const REPEAT_SECONDS = 10 * 60;

/** Returns the predecessor of a registration; an account takes precedence. */
export async function findPredecessor(
  db: Sql,
  { name, email, guestId }: Registration,
): Promise<Predecessor | undefined> {
  const { rows } = await db.query<Predecessor>(
    `SELECT true AS taken, id AS "accountId", username, email_key AS "emailKey", password_hash AS "passwordHash",
       registered_at > now() - make_interval(secs => $3) AS fresh
     FROM account WHERE email_key = $1
     UNION ALL
     SELECT false, account_id, username, email_key, password_hash, created_at > now() - make_interval(secs => $3)
     FROM (SELECT * FROM registration
       WHERE ($2::text IS NULL AND email_key = $1 AND username = $4 AND NOT upgrade) OR account_id = $2
       ORDER BY created_at DESC LIMIT 1) AS latest
     ORDER BY taken DESC LIMIT 1`,
    [email.key, guestId, REPEAT_SECONDS, name.shown],
  );
  return rows[0];
}

/**
 * Saves a registration and issues its code. The codes of an address that a guest has corrected end. Returns the flow, or
 * undefined when the predecessor is no longer `expected`.
 * @throws EMAIL_TAKEN, NOT_A_GUEST, TOO_MANY_REQUESTS; a name in use violates a key of the table `username`
 */
export async function saveRegistration(
  sql: Sql,
  codes: Codes,
  registration: Registration & { passwordHash: string },
  expected: Predecessor | undefined,
): Promise<string | undefined> {
  const { name, email, guestId, locale, passwordHash } = registration;
  await lockAddresses(sql, [email.key, expected?.emailKey ?? email.key]);
  if (guestId) await lockGuest(sql, guestId);
  const predecessor = await findPredecessor(sql, registration);
  if (predecessor?.passwordHash !== expected?.passwordHash) return undefined;
  const accountId = guestId ?? toUserId(randomUUID());
  await holdName(sql, registration, accountId);
  // After the name: with a taken one, the response shows nothing of the address.
  if (predecessor?.taken) throw new AppError('EMAIL_TAKEN');
  await sql.query(UPSERT, [
    ...[accountId, guestId !== undefined, name.shown, email.address, email.key],
    ...[passwordHash, locale],
  ]);
  if (guestId) await endCodesOfFormerAddress(sql, guestId, email.key);
  const { flowId, waitSeconds } = await issueCode(sql, codes, {
    ...{ purpose: 'verify', email, accountId, locale },
    hasPassword: true,
  });
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  return flowId;
}

/**
 * Reserves the name of a registration in place of the guest's former one. Another registration of the same address that has
 * the name, in any case, keeps it, and the first of them to be confirmed gets it: the owner of the mailbox may register
 * again. Letters in another case can look like others: the name is taken when it looks like that of another user.
 */
async function holdName(sql: Sql, { name, email, guestId }: Registration, accountId: UserId): Promise<void> {
  const { folded, skeleton, shown } = name;
  const { rowCount: held } = await sql.query(
    `UPDATE username SET skeleton = $3 WHERE account_id = $1 AND pending AND folded = $2`,
    [guestId, folded, skeleton],
  );
  if (held === 1) return;
  if (guestId) await releaseNames(sql, [guestId]);
  const { rowCount: shared } = await sql.query(
    `SELECT FROM username JOIN registration USING (account_id)
     WHERE folded = $1 AND pending AND email_key = $2 AND fold_name(registration.username) = fold_name($3)
       AND NOT EXISTS (SELECT FROM username AS other WHERE other.skeleton = $4 AND other.folded <> $1)`,
    [folded, email.key, shown, skeleton],
  );
  if (shared === 0) await reserveName(sql, name, { accountId, pending: true });
}

/** Releases the names of registrations that end. One that waits with the same name and address inherits the name. */
export async function releaseNames(sql: Sql, accountIds: readonly UserId[]): Promise<void> {
  await sql.query(
    `UPDATE username AS held SET account_id = heir.account_id
     FROM registration AS former JOIN registration AS heir
       ON heir.email_key = former.email_key AND fold_name(heir.username) = fold_name(former.username)
     WHERE held.account_id = former.account_id AND held.pending
       AND former.account_id = ANY($1) AND heir.account_id <> ALL($1)`,
    [accountIds],
  );
  await sql.query(`DELETE FROM username WHERE account_id = ANY($1) AND pending`, [accountIds]);
}

async function lockGuest(sql: Sql, guestId: UserId): Promise<void> {
  const { rowCount } = await sql.query(`SELECT FROM account WHERE id = $1 AND guest FOR UPDATE`, [guestId]);
  if (rowCount === 0) throw new AppError('NOT_A_GUEST');
}

const UPSERT = `INSERT INTO registration (account_id, upgrade, username, email, email_key, password_hash, locale)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (account_id) DO UPDATE SET username = excluded.username, email = excluded.email,
    email_key = excluded.email_key, password_hash = excluded.password_hash, locale = excluded.locale, created_at = now()`;
