import { createHash, randomBytes } from 'node:crypto';
import { AppError, type Pusher, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import { ACCOUNT_COLUMNS, type AccountRow } from './accounts.ts';

/** Seconds (reliability 1.10): a session slides by `IDLE` with each use, up to `ABSOLUTE` after its start. */
const IDLE = { person: 30 * 86_400, guest: 90 * 86_400 } as const;
const ABSOLUTE = 400 * 86_400;
const SESSIONS_AN_ACCOUNT = 10;
const TOKEN = /^[\w-]{43}$/;

/** A session as its owner's browser is told of it. */
export interface Session {
  /** From the token's hash: names the session in revocations, and opens nothing. */
  readonly id: string;
  readonly account: AccountRow;
  readonly expiresAt: Date;
  /** The browser has had its cookie for a day or longer. */
  readonly cookieDue: boolean;
}

/** A session with its cookie. */
export interface Grant {
  /** 256 random bits; shown once and never stored. */
  readonly token: string;
  readonly session: Session;
}

/** A session that is no more. */
export interface Ended {
  readonly accountId: string;
  /** Empty: every session of the account. */
  readonly sessionId: string;
}

const idleOf = ({ guest }: AccountRow): number => (guest ? IDLE.guest : IDLE.person);
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const idOf = (tokenHash: Buffer): string => tokenHash.toString('base64url', 0, 16);

/**
 * Opens a session with a new token (threat 53), in the transaction that holds the account's lock. Of more than ten,
 * the oldest end.
 */
export async function openSession(sql: Sql, account: AccountRow): Promise<{ grant: Grant; ended: Ended[] }> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  const { rows } = await sql.query<{ expires_at: Date }>(
    `INSERT INTO session (token_hash, account_id, expires_at, ends_at)
     VALUES ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4)) RETURNING expires_at`,
    [tokenHash, account.id, idleOf(account), ABSOLUTE],
  );
  const dropped = await sql.query<{ token_hash: Buffer }>(
    `DELETE FROM session WHERE token_hash IN
       (SELECT token_hash FROM session WHERE account_id = $1 ORDER BY created_at DESC OFFSET $2)
     RETURNING token_hash`,
    [account.id, SESSIONS_AN_ACCOUNT],
  );
  await sql.query(`UPDATE account SET seen_at = now() WHERE id = $1`, [account.id]);
  const session = {
    ...{ id: idOf(tokenHash), account, cookieDue: false },
    expiresAt: rows[0]?.expires_at ?? new Date(0),
  };
  return {
    grant: { token, session },
    ended: dropped.rows.map((row) => ({ accountId: account.id, sessionId: idOf(row.token_hash) })),
  };
}

/**
 * Returns the session of a token and moves its end on; the row is written at most once a minute.
 * `renewCookie`: the caller can set the browser's cookie. Of parallel calls one gets `cookieDue` for that.
 * @throws UNAUTHORIZED
 */
export async function authenticate(db: Sql, token: string, renewCookie = false): Promise<Session> {
  const found = TOKEN.test(token) ? await readSession(db, hashOf(token)) : undefined;
  if (!found) throw new AppError('UNAUTHORIZED', 'Unauthorized');
  if (!renewCookie || !found.cookieDue) return found;
  const { rowCount } = await db.query(
    `UPDATE session SET cookie_at = now() WHERE token_hash = $1 AND ${COOKIE_DUE}`,
    [hashOf(token)],
  );
  return { ...found, cookieDue: rowCount === 1 };
}

/** A browser receives its cookie again once a day, with the session's new end. */
const COOKIE_DUE = `session.cookie_at <= now() - interval '1 day'`;

async function readSession(db: Sql, tokenHash: Buffer): Promise<Session | undefined> {
  const { rows } = await db.query<AccountRow & { expires_at: Date; stale: boolean; cookie_due: boolean }>(
    `SELECT ${ACCOUNT_COLUMNS}, session.expires_at, ${COOKIE_DUE} AS cookie_due,
       session.seen_at < now() - interval '1 minute' AS stale
     FROM session JOIN account ON account.id = session.account_id
     WHERE session.token_hash = $1 AND session.expires_at > now()`,
    [tokenHash],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { expires_at: known, stale, cookie_due: cookieDue, ...account } = row;
  const expiresAt = (stale && (await keepAlive(db, tokenHash, account))) || known;
  return { id: idOf(tokenHash), account, expiresAt, cookieDue };
}

/**
 * Moves the end of a session on; of many requests at once, one does. Two statements, not one: whoever locks both an
 * account and its sessions locks the account first.
 */
async function keepAlive(db: Sql, tokenHash: Buffer, account: AccountRow): Promise<Date | undefined> {
  const { rows } = await db.query<{ expires_at: Date }>(
    `UPDATE session SET seen_at = now(), expires_at = least(now() + make_interval(secs => $2), ends_at)
     WHERE token_hash = $1 AND seen_at < now() - interval '1 minute' RETURNING expires_at`,
    [tokenHash, idleOf(account)],
  );
  if (rows[0]) await db.query(`UPDATE account SET seen_at = now() WHERE id = $1`, [account.id]);
  return rows[0]?.expires_at;
}

/** Whose session a token is, expired or not, without keeping it alive. */
export async function ownerOf(db: Sql, token: string): Promise<string | undefined> {
  const [session] = await rowsOf<{ account_id: string }>(
    db,
    build('session')
      .select('account_id')
      .where({ token_hash: hashOf(token) }),
  );
  return session?.account_id;
}

/** Ends one session. */
export async function endSession(sql: Sql, token: string): Promise<Ended[]> {
  const rows = await rowsOf<{ account_id: string; token_hash: Buffer }>(
    sql,
    build('session')
      .where({ token_hash: hashOf(token) })
      .delete(['account_id', 'token_hash']),
  );
  return rows.map((row) => ({ accountId: row.account_id, sessionId: idOf(row.token_hash) }));
}

/** Ends all sessions of an account. */
export async function endSessions(sql: Sql, accountId: string): Promise<Ended[]> {
  await execute(sql, build('session').where({ account_id: accountId }).delete());
  return [{ accountId, sessionId: '' }];
}

/**
 * Closes the sockets of sessions that have ended, after the commit. A push may be lost: the gateways ask again once a
 * minute (threat 54).
 */
export function revoke(pusher: Pusher, ended: readonly Ended[]): void {
  for (const { accountId, sessionId } of ended)
    pusher.toUser(accountId, { $case: 'sessionRevoked', value: { sessionId } });
}
