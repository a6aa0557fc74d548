import { createHash } from 'node:crypto';
import { AppError, failpoint, writeOutbox, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, removeGuests, type AccountRow } from './accounts.ts';
import { emailKey, parseEmail } from './email.ts';
import { reuseCode } from './flows.ts';
import { countTry, forgiveTries } from './login-guard.ts';
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

const refused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'Please check your credentials and try again.');

/**
 * Signs in. Unknown users take the same way as known ones: same statements, one hash, same answer (threats 45, 50).
 * Throws INVALID_CREDENTIALS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.
 */
export async function signIn(parts: Parts, request: Login): Promise<Grant | NeedsVerification> {
  await parts.limits.take('login', request.origin.ip);
  const candidate = await findCandidate(parts.db, request.login);
  const guard = candidate?.id ?? `unknown:${digest(request.login)}`;
  await countTry(parts.db, guard);
  const right = await parts.passwords.verify(candidate?.password_hash, request.password);
  if (!candidate || !right) throw refused();
  if (candidate.pending) return needsVerification(parts, candidate, request.origin);

  const { grant, ended } = await parts.db.tx(async (sql) => {
    await writeOutbox(sql, [seen(parts.codes, candidate.id, request.origin)]);
    return begin(sql, candidate, request.previousToken);
  });
  failpoint('identity.login.after-commit');
  parts.committed();
  revoke(parts.pusher, ended);
  return grant;
}

async function findCandidate(db: Sql, login: string): Promise<Candidate | undefined> {
  const { rows } = await db.query<Candidate>(
    `WITH wanted AS (SELECT account_id, pending FROM username WHERE folded = $1)
     SELECT id, password_hash, false AS pending, email, 1 AS rank, created_at FROM account
     WHERE password_hash IS NOT NULL AND (email_key = $2 OR id IN (SELECT account_id FROM wanted WHERE NOT pending))
     UNION ALL
     SELECT account_id, password_hash, true, email, 2 + upgrade::int, created_at FROM registration
     WHERE email_key = $2 OR account_id IN (SELECT account_id FROM wanted WHERE pending)
     ORDER BY rank, created_at DESC LIMIT 1`,
    [lookUpForm(login), emailKey(login)],
  );
  return rows[0];
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
    await forgiveTries(sql, candidate.id);
    const order = { purpose: 'verify', email, accountId: candidate.id, locale: origin.locale } as const;
    return reuseCode(sql, parts.codes, order);
  });
  parts.committed();
  return { cookie: parts.codes.cookie(flow), email: email.address };
}

async function begin(
  sql: Sql,
  candidate: Candidate,
  previousToken: string,
): Promise<{ grant: Grant; ended: Ended[] }> {
  // The password may have been changed since it was compared: then every session has just ended, and so does this one.
  const { rows } = await sql.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $1 AND password_hash = $2 FOR UPDATE`,
    [candidate.id, candidate.password_hash],
  );
  const [account] = rows;
  if (!account) throw refused();
  await forgiveTries(sql, account.id);
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
