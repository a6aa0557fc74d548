import { createHash } from 'node:crypto';
import { AppError, failpoint, writeOutbox, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, removeGuests, type AccountRow } from './accounts.ts';
import { emailKey, parseEmail } from './email.ts';
import { reuseCode } from './flows.ts';
import { countTry, forgiveTries, guardOf } from './login-guard.ts';
import { lookUpForm } from './names.ts';
import type { Origin, Parts } from './parts.ts';
import { seen } from './seen.ts';
import { endSession, openSession, ownerOf, revoke, type Ended, type Grant } from './sessions.ts';

interface Login {
  /** Username or address. */
  readonly login: string;
  readonly password: string;
  /** The session the browser had; may be empty. */
  readonly previousToken: string;
  readonly origin: Origin;
}

/** The password was right, but the address is not proved yet. */
interface NeedsVerification {
  readonly cookie: string;
  readonly email: string;
}

/** Who would be signed in with that password. */
interface Candidate {
  readonly id: string;
  readonly password_hash: string;
  /** Waits for its code. */
  readonly pending: boolean;
  readonly email: string;
}

/** Registrations of one address whose passwords a login is compared with. */
const MOST_CANDIDATES = 3;

const refused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'Please check your credentials and try again.');

/**
 * Signs in. Unknown users take the same way as known ones: same statements, one hash, same answer (threats 45, 50).
 * Throws INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.
 */
export async function signIn(parts: Parts, request: Login): Promise<Grant | NeedsVerification> {
  await parts.limits.take('login', request.origin.ip);
  const candidates = await findCandidates(parts.db, request.login);
  const guard = await guardOf(parts, candidates[0]?.id ?? `unknown:${digest(request.login)}`, request.origin);
  await countTry(parts.db, guard);
  const candidate = await findRight(parts, candidates, request.password);
  if (!candidate) throw refused();
  if (candidate.pending) return needsVerification(parts, candidate, request.origin);
  const grant = await beginSession(parts, { ...request, accountId: candidate.id, candidate, guard });
  failpoint('identity.login.after-commit');
  return grant;
}

/** The candidate with this password. An unknown user costs one hash too. */
async function findRight(
  { passwords }: Parts,
  candidates: readonly Candidate[],
  password: string,
): Promise<Candidate | undefined> {
  if (candidates.length === 0) await passwords.verify(undefined, password);
  for (const candidate of candidates)
    if (await passwords.verify(candidate.password_hash, password)) return candidate;
  return undefined;
}

interface NewSession {
  readonly accountId: string;
  readonly previousToken: string;
  readonly origin: Origin;
  /** The password that was compared, and the counter of its tries; missing after a confirmed code. */
  readonly candidate?: Candidate;
  readonly guard?: string;
}

/** Begins a session in place of the one the browser had. Throws INVALID_CREDENTIALS when the password has changed since. */
export async function beginSession(parts: Parts, request: NewSession): Promise<Grant> {
  const { grant, ended } = await parts.db.tx(async (sql) => {
    await writeOutbox(sql, [seen(parts.codes, request.accountId, request.origin)]);
    return begin(sql, request);
  });
  parts.committed();
  revoke(parts.pusher, ended);
  return grant;
}

/** The account with that name or address; else up to three registrations that wait for their codes, newest first. */
async function findCandidates(db: Sql, login: string): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate & { rank: number; created_at: Date }>(
    `WITH wanted AS (SELECT account_id, pending FROM username WHERE folded = $1)
     SELECT id, password_hash, false AS pending, email, 1 AS rank, created_at FROM account
     WHERE password_hash IS NOT NULL AND (email_key = $2 OR id IN (SELECT account_id FROM wanted WHERE NOT pending))
     UNION ALL
     SELECT account_id, password_hash, true, email, 2 + upgrade::int, created_at FROM registration
     WHERE email_key = $2 OR (email_key, username) IN (SELECT email_key, username FROM registration
       WHERE account_id IN (SELECT account_id FROM wanted WHERE pending))
     ORDER BY rank, created_at DESC LIMIT $3`,
    [lookUpForm(login), emailKey(login), MOST_CANDIDATES],
  );
  return rows[0]?.pending ? rows : rows.slice(0, 1);
}

const digest = (login: string): string =>
  createHash('sha256').update(login.trim().normalize('NFKC').toLowerCase()).digest('base64url');

async function needsVerification(
  parts: Parts,
  candidate: Candidate,
  origin: Origin,
): Promise<NeedsVerification> {
  const email = parseEmail(candidate.email);
  const { flow } = await parts.db.tx(async (sql) => {
    const order = { purpose: 'verify', email, accountId: candidate.id, locale: origin.locale } as const;
    return reuseCode(sql, parts.codes, { ...order, hasPassword: true });
  });
  parts.committed();
  return { cookie: parts.codes.cookie(flow), email: email.address };
}

async function begin(
  sql: Sql,
  { accountId, candidate, guard, previousToken }: NewSession,
): Promise<{ grant: Grant; ended: Ended[] }> {
  // The password may have been changed since it was compared: then every session has just ended, and so does this one.
  const { rows } = await sql.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $1 AND password_hash = coalesce($2, password_hash) FOR UPDATE`,
    [accountId, candidate?.password_hash],
  );
  const [account] = rows;
  if (!account) throw refused();
  if (guard) await forgiveTries(sql, guard);
  const previous = await endSession(sql, previousToken);
  const { grant, ended } = await openSession(sql, account);
  return { grant, ended: [...previous, ...ended] };
}

/**
 * Signs out. A guest's account ends with it, unless a registration of it waits for its code; a guest who plays must have
 * been taken out of the game before. Unknown tokens are no error.
 */
export async function signOut(parts: Parts, token: string): Promise<void> {
  const accountId = await ownerOf(parts.db, token);
  if (!accountId) return;
  const ended = await parts.db.tx(async (sql) => {
    const { rows } = await sql.query<{ leaving: boolean }>(
      `SELECT guest AND NOT EXISTS (SELECT FROM registration WHERE account_id = account.id) AS leaving
       FROM account WHERE id = $1 FOR UPDATE`,
      [accountId],
    );
    if (!rows[0]?.leaving) return endSession(sql, token);
    await removeGuests(sql, [accountId]);
    return [{ accountId, sessionId: '' }];
  });
  failpoint('identity.logout.after-commit');
  revoke(parts.pusher, ended);
  parts.committed();
}
