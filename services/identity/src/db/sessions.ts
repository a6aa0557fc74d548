import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';
import { accountBanned } from '../domain/errors.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from './accounts.ts';

/**
 * Lifetimes in seconds (docs/spec/guarantees.md#guarantees-10): each use extends a session by the idle time, up to the
 * total time.
 */
const IDLE_SECONDS = { registered: 30 * 86_400, guest: 90 * 86_400 } as const;
const TOTAL_SECONDS = 400 * 86_400;
const SESSIONS_PER_ACCOUNT = 10;
const TOKEN = /^[\w-]{43}$/;

/** A session that has not ended. */
export interface ActiveSession {
  /** Derived from the token's hash. Names the session in revocations and grants no access. */
  readonly id: string;
  readonly account: AccountRow;
  readonly expiresAt: Date;
  /** The browser has had its cookie for a day or longer. */
  readonly cookieDue: boolean;
}

/** A new session with its token. */
export interface IssuedSession {
  /** 256 random bits; returned once and never stored. */
  readonly token: string;
  readonly session: ActiveSession;
}

/** A session that has ended. */
export interface EndedSession {
  readonly accountId: UserId;
  readonly sessionId: string;
}

const idleSecondsOf = ({ guest }: Pick<AccountRow, 'guest'>): number =>
  guest ? IDLE_SECONDS.guest : IDLE_SECONDS.registered;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const idOf = (tokenHash: Buffer): string => tokenHash.toString('base64url', 0, 16);

/** A session that was written, before its account is known. */
interface NewSession {
  readonly token: string;
  readonly id: string;
  readonly expiresAt: Date;
}

/**
 * Writes the session of a new account, which has no others. The token is a new one (docs/threats.md, 53).
 * @param request identifies repeats of the request that creates a guest; one that exists violates the key of the table
 *   `guest_request`
 */
export async function insertSession(
  sql: Sql,
  account: Pick<AccountRow, 'id' | 'guest'>,
  request?: string,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  const [{ rows }] = await Promise.all([
    sql.query<{ expires_at: Date }>(
      `INSERT INTO session (token_hash, account_id, expires_at, ends_at)
       VALUES ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4)) RETURNING expires_at`,
      [tokenHash, account.id, idleSecondsOf(account), TOTAL_SECONDS],
    ),
    request &&
      sql.query(`INSERT INTO guest_request (request, token_hash) VALUES ($1, $2)`, [request, tokenHash]),
  ]);
  return { token, id: idOf(tokenHash), expiresAt: rows[0]?.expires_at ?? new Date(0) };
}

/** Returns a new session with the account that it is of. */
export const toIssuedSession = (
  { token, id, expiresAt }: NewSession,
  account: AccountRow,
): IssuedSession => ({ token, session: { id, account, cookieDue: false, expiresAt } });

/** Creates a session in the transaction that holds the account's lock. Ends the oldest sessions beyond ten. */
export async function createSession(
  sql: Sql,
  account: AccountRow,
): Promise<{ issued: IssuedSession; ended: EndedSession[] }> {
  const [session, dropped] = await Promise.all([
    insertSession(sql, account),
    sql.query<{ token_hash: Buffer }>(
      `DELETE FROM session WHERE token_hash IN
         (SELECT token_hash FROM session WHERE account_id = $1 ORDER BY created_at DESC OFFSET $2)
       RETURNING token_hash`,
      [account.id, SESSIONS_PER_ACCOUNT],
    ),
    // The use of a guest only is read, by `deleteIdleGuests`.
    sql.query(`UPDATE account SET seen_at = now() WHERE id = $1 AND guest`, [account.id]),
  ]);
  return {
    issued: toIssuedSession(session, account),
    ended: dropped.rows.map((row) => ({ accountId: account.id, sessionId: idOf(row.token_hash) })),
  };
}

/**
 * Returns the session of a token and extends it; writes the row at most once a minute.
 * @param renewCookie the caller can set the browser's cookie; one of several parallel calls then gets `cookieDue`
 * @throws UNAUTHORIZED
 */
export async function authenticateToken(db: Sql, token: string, renewCookie = false): Promise<ActiveSession> {
  const [session] = await authenticateTokens(db, [token]);
  if (!session) throw new AppError('UNAUTHORIZED');
  if (!renewCookie || !session.cookieDue) return session;
  const { rowCount } = await db.query(
    `UPDATE session SET cookie_at = now() WHERE token_hash = $1 AND ${IS_COOKIE_DUE}`,
    [hashOf(token)],
  );
  return { ...session, cookieDue: rowCount === 1 };
}

/** The browser receives its cookie once a day, with the session's new end. */
const IS_COOKIE_DUE = `session.cookie_at <= now() - interval '1 day'`;

type SessionRow = AccountRow & { token_hash: Buffer; expires_at: Date; cookie_due: boolean; stale: boolean };

/** Returns the session of each token and extends it; undefined for one that has ended. */
export async function authenticateTokens(
  db: Sql,
  tokens: readonly string[],
): Promise<(ActiveSession | undefined)[]> {
  const hashes = tokens.map((token) => (TOKEN.test(token) ? hashOf(token) : undefined));
  const wanted = hashes.filter((hash) => hash !== undefined);
  if (wanted.length === 0) return tokens.map(() => undefined);
  const { rows } = await db.query<SessionRow>(
    `SELECT ${ACCOUNT_COLUMNS}, session.token_hash, session.expires_at, ${IS_COOKIE_DUE} AS cookie_due,
       session.seen_at < now() - interval '1 minute' AS stale
     FROM session JOIN account ON account.id = session.account_id
     WHERE session.token_hash = ANY ($1) AND session.expires_at > now() AND account.banned_at IS NULL`,
    [wanted],
  );
  const stale = rows.filter((row) => row.stale);
  const ends = stale.length > 0 ? await extendSessions(db, stale) : new Map<string, Date>();
  const sessions = new Map(
    rows.map(({ token_hash, expires_at, cookie_due: cookieDue, stale: _stale, ...account }) => {
      const id = idOf(token_hash);
      return [id, { id, account, expiresAt: ends.get(id) ?? expires_at, cookieDue }];
    }),
  );
  return hashes.map((hash) => hash && sessions.get(idOf(hash)));
}

/**
 * Extends sessions, and the accounts of guests; one of several parallel requests does. Returns the new ends of the sessions
 * by their ids. It uses two statements, because a transaction that locks both an account and its sessions locks the account
 * first. Each locks its rows in one order, so that two of them cannot deadlock.
 */
async function extendSessions(db: Sql, sessions: readonly SessionRow[]): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ token_hash: Buffer; account_id: UserId; expires_at: Date }>(
    `WITH due AS (
       SELECT session.token_hash, requested.idle
       FROM session JOIN unnest($1::bytea[], $2::int[]) AS requested (token_hash, idle) USING (token_hash)
       WHERE session.seen_at < now() - interval '1 minute' ORDER BY session.token_hash FOR NO KEY UPDATE OF session
     )
     UPDATE session SET seen_at = now(), expires_at = least(now() + make_interval(secs => due.idle), ends_at)
     FROM due WHERE session.token_hash = due.token_hash
     RETURNING session.token_hash, session.account_id, session.expires_at`,
    [sessions.map((session) => session.token_hash), sessions.map(idleSecondsOf)],
  );
  if (rows.length > 0)
    await db.query(
      `UPDATE account SET seen_at = now()
       WHERE id IN (SELECT id FROM account WHERE id = ANY ($1) AND guest ORDER BY id FOR NO KEY UPDATE)`,
      [rows.map((row) => row.account_id)],
    );
  return new Map(rows.map((row) => [idOf(row.token_hash), row.expires_at]));
}

/** Returns the account id of a session, expired or not, without extending it. */
export async function findSessionOwner(db: Sql, token: string): Promise<UserId | undefined> {
  const [session] = await queryRows<{ account_id: UserId }>(
    db,
    build('session')
      .select('account_id')
      .where({ token_hash: hashOf(token) }),
  );
  return session?.account_id;
}

/** Ends one session. */
export async function endSession(sql: Sql, token: string): Promise<EndedSession[]> {
  const rows = await queryRows<{ account_id: UserId; token_hash: Buffer }>(
    sql,
    build('session')
      .where({ token_hash: hashOf(token) })
      .delete(['account_id', 'token_hash']),
  );
  return rows.map((row) => ({ accountId: row.account_id, sessionId: idOf(row.token_hash) }));
}

/** Ends all sessions of an account. Each is named: one that begins afterwards must outlive a late revocation. */
export async function endAllSessions(sql: Sql, accountId: UserId): Promise<EndedSession[]> {
  const rows = await queryRows<{ token_hash: Buffer }>(
    sql,
    build('session').where({ account_id: accountId }).delete(['token_hash']),
  );
  return rows.map((row) => ({ accountId, sessionId: idOf(row.token_hash) }));
}

/** An account, the session it replaces, and the password hash that was compared. */
interface SessionReplacement {
  readonly accountId: UserId;
  readonly previousToken: string;
  /** Undefined after a confirmed code. */
  readonly passwordHash?: string | undefined;
}

/**
 * Creates a session in place of the browser's previous one. Returns undefined when the password has changed since it
 * was compared: the reset has just ended every session, so the login must not create another.
 * @throws ACCOUNT_BANNED
 */
export async function replaceSession(
  sql: Sql,
  { accountId, previousToken, passwordHash }: SessionReplacement,
): Promise<{ issued: IssuedSession; ended: EndedSession[] } | undefined> {
  const { rows } = await sql.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $1 AND password_hash = coalesce($2, password_hash) FOR UPDATE`,
    [accountId, passwordHash],
  );
  const [account] = rows;
  if (!account) return undefined;
  if (account.banned_at) throw accountBanned();
  const previous = await endSession(sql, previousToken);
  const { issued, ended } = await createSession(sql, account);
  return { issued, ended: [...previous, ...ended] };
}
