import { randomUUID } from 'node:crypto';
import { AppError, failpoint, sqlState, violatedConstraint, type Sql } from '@fifteen/runtime';
import { reserveName } from './accounts.ts';
import { parseEmail, type Email } from './email.ts';
import { lockAddress, orderCode } from './flows.ts';
import { tooMany } from './limits.ts';
import { countTry, forgiveTries } from './login-guard.ts';
import { parseUsername, type Username } from './names.ts';
import type { Origin, Parts } from './parts.ts';
import { parsePassword } from './passwords.ts';

interface Request {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly origin: Origin;
}

interface Registration {
  readonly name: Username;
  readonly email: Email;
  readonly password: string;
  readonly locale: string;
  /** The guest who registers, or undefined. */
  readonly guestId: string | undefined;
}

/** What there was before: the account that has the address, or the registration this one may repeat. */
interface Before {
  /** The address is somebody's already. */
  readonly taken: boolean;
  readonly accountId: string;
  readonly username: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  /** Not older than the time in which a repeat is the same registration. */
  readonly fresh: boolean;
}

/** A code is on its way. */
export interface CodeSent {
  /** The flow cookie. */
  readonly cookie: string;
  readonly email: string;
}

const REPEAT_SECONDS = 10 * 60;
/** Races with registrations of the same address that are lost before the caller is told to come back. */
const ATTEMPTS = 3;
const NAME_KEYS = new Set(['username_pkey', 'username_skeleton_key']);

/**
 * Keeps a registration for seven days and mails its code; the account begins when the code comes back. Registrations of
 * one address wait side by side, each with a code and a flow of its own; the first confirmed one ends the others
 * (threat 56).
 * `guestId`: the guest who registers and keeps the account.
 * Throws what the parsers of its fields throw, USERNAME_TAKEN, EMAIL_TAKEN, NOT_A_GUEST, TOO_MANY_REQUESTS.
 */
export async function register(parts: Parts, request: Request, guestId?: string): Promise<CodeSent> {
  const registration: Registration = {
    name: parseUsername(request.username),
    email: parseEmail(request.email),
    password: parsePassword(request.password),
    locale: request.origin.locale,
    guestId,
  };
  await parts.limits.take('mail', request.origin.ip);
  let passwordHash: string | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await findBefore(parts.db, registration);
    if (before && (await isRepeat(parts, before, registration)))
      return sameAnswer(parts, before, registration);
    // A guest who registers opens no further wallet.
    if (!passwordHash && !before?.taken && !guestId) await parts.limits.take('register', request.origin.ip);
    passwordHash ??= await parts.passwords.hash(registration.password);
    const flow = await claim(parts, registration, passwordHash, before);
    if (!flow) continue;
    failpoint('identity.register.after-commit');
    parts.committed();
    return { cookie: parts.codes.cookie(flow), email: registration.email.address };
  }
  throw tooMany(1);
}

async function findBefore(db: Sql, { name, email, guestId }: Registration): Promise<Before | undefined> {
  const { rows } = await db.query<Before>(
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

/** Whether it is the same registration sent again. Its answer tells whether the password is right: that is a login's try. */
async function isRepeat(
  parts: Parts,
  before: Before,
  { name, email, password, guestId }: Registration,
): Promise<boolean> {
  const alike =
    before.fresh &&
    before.username === name.shown &&
    before.emailKey === email.key &&
    (guestId === undefined || guestId === before.accountId);
  if (!alike) return false;
  await countTry(parts.db, before.accountId);
  const right = await parts.passwords.verify(before.passwordHash, password);
  if (right) await forgiveTries(parts.db, before.accountId);
  return right;
}

/** Whoever lost the answer gets the cookie again; the mail is on its way already. */
async function sameAnswer(parts: Parts, { accountId }: Before, { email }: Registration): Promise<CodeSent> {
  const { rows } = await parts.db.query<{ id: string }>(
    `SELECT id FROM code_flow WHERE subject = $1 AND purpose = 'verify'`,
    [accountId],
  );
  return { cookie: parts.codes.cookie(rows[0]?.id ?? parts.codes.newFlow()), email: email.address };
}

/** Writes the registration down. Answers its flow, or undefined when there is another one than `before` by now. */
async function claim(
  parts: Parts,
  registration: Registration,
  passwordHash: string,
  before: Before | undefined,
): Promise<string | undefined> {
  const { name, email, guestId, locale } = registration;
  const work = async (sql: Sql): Promise<string | undefined> => {
    await lockAddress(sql, email.key);
    if (guestId) await lockGuest(sql, guestId);
    const now = await findBefore(sql, registration);
    if (now?.passwordHash !== before?.passwordHash) return undefined;
    if (now?.taken) throw new AppError('EMAIL_TAKEN', 'Email already registered');
    const accountId = guestId ?? randomUUID();
    await releaseName(sql, registration);
    await reserveName(sql, name, { accountId, pending: true });
    await sql.query(UPSERT, [
      ...[accountId, guestId !== undefined, name.shown, email.address, email.key],
      ...[passwordHash, locale],
    ]);
    const { flow, wait } = await orderCode(sql, parts.codes, {
      ...{ purpose: 'verify', email, accountId, locale },
      hasPassword: true,
    });
    if (wait > 0) throw tooMany(wait);
    return flow;
  };
  try {
    return await parts.db.tx(work);
  } catch (error) {
    if (sqlState(error) !== '23505' || !NAME_KEYS.has(violatedConstraint(error))) throw error;
    throw new AppError('USERNAME_TAKEN', 'Username already taken');
  }
}

/**
 * Frees the name that a guest's earlier registration reserved, or the same name of an earlier registration of the same
 * address: its owner may register again. The earlier registration takes the name back when it is confirmed first.
 */
async function releaseName(sql: Sql, { name, email, guestId }: Registration): Promise<void> {
  if (guestId) await sql.query(`DELETE FROM username WHERE account_id = $1 AND pending`, [guestId]);
  else
    await sql.query(
      `DELETE FROM username WHERE pending AND (folded = $1 OR skeleton = $2) AND account_id IN
         (SELECT account_id FROM registration WHERE email_key = $3 AND NOT upgrade)`,
      [name.folded, name.skeleton, email.key],
    );
}

async function lockGuest(sql: Sql, guestId: string): Promise<void> {
  const { rowCount } = await sql.query(`SELECT FROM account WHERE id = $1 AND guest FOR UPDATE`, [guestId]);
  if (rowCount === 0) throw new AppError('NOT_A_GUEST', 'Only a guest account can be upgraded');
}

const UPSERT = `INSERT INTO registration (account_id, upgrade, username, email, email_key, password_hash, locale)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (account_id) DO UPDATE SET username = excluded.username, email = excluded.email,
    email_key = excluded.email_key, password_hash = excluded.password_hash, locale = excluded.locale, created_at = now()`;
