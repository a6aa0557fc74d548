import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { emailKey as toEmailKey, parseEmail } from '../domain/email.ts';
import { usernameKey } from '../domain/names.ts';
import type { MatchedFlow } from './code-attempts.ts';
import { resetAllLoginAttempts } from './login-throttle.ts';
import { queueMail } from './mails.ts';
import { endAllSessions, type EndedSession } from './sessions.ts';

/** An account or registration that a login may mean. */
export interface LoginCandidate {
  readonly id: UserId;
  readonly password_hash: string;
  /** The registration waits for its code. */
  readonly pending: boolean;
  readonly email: string;
}

/** Registrations of one address whose passwords a login is compared with, one after another (docs/adr/0021). */
const MAX_CANDIDATES = 3;

/**
 * Returns the account with that username or address, else up to three unconfirmed ones: the oldest registration, the oldest
 * of a guest, and the newest of the others. So a stranger who registers the address later keeps neither from the login.
 */
export async function findLoginCandidates(db: Sql, login: string): Promise<LoginCandidate[]> {
  const { rows } = await db.query<LoginCandidate & { rank: number; created_at: Date }>(
    `WITH wanted AS (SELECT account_id, pending FROM username WHERE folded = $1),
       held AS (SELECT email_key, fold_name(username) AS name FROM registration
         WHERE account_id IN (SELECT account_id FROM wanted WHERE pending)),
       claim AS (SELECT *, row_number() OVER (PARTITION BY upgrade ORDER BY created_at) = 1 AS oldest FROM registration
         WHERE email_key = $2 OR email_key = (SELECT email_key FROM held) AND fold_name(username) = (SELECT name FROM held))
     SELECT id, password_hash, false AS pending, email, 1 AS rank, created_at FROM account
     WHERE password_hash IS NOT NULL AND (email_key = $2 OR id IN (SELECT account_id FROM wanted WHERE NOT pending))
     UNION ALL
     SELECT account_id, password_hash, true, email, 2 + upgrade::int, created_at
     FROM (SELECT * FROM claim ORDER BY oldest DESC, created_at DESC LIMIT $3) AS compared
     ORDER BY rank, created_at DESC`,
    [usernameKey(login), toEmailKey(login), MAX_CANDIDATES],
  );
  return rows[0]?.pending ? rows : rows.slice(0, 1);
}

/**
 * Sets the password of the account whose address the code has proved, ends its sessions and queues a notice to its owner.
 * Returns the sessions that end, or undefined when there is no such account: then the password of its registration is set,
 * if that still has the address.
 */
export async function setPassword(
  sql: Sql,
  { accountId, emailKey }: MatchedFlow,
  passwordHash: string,
): Promise<EndedSession[] | undefined> {
  await sql.query(`UPDATE registration SET password_hash = $3 WHERE account_id = $1 AND email_key = $2`, [
    accountId,
    emailKey,
    passwordHash,
  ]);
  const { rows } = await sql.query<{ email: string; locale: string }>(
    `UPDATE account SET password_hash = $3, reset_at = now() WHERE id = $1 AND email_key = $2 RETURNING email, locale`,
    [accountId, emailKey, passwordHash],
  );
  await resetAllLoginAttempts(sql, accountId);
  const [account] = rows;
  if (!account) return undefined;
  await queueMail(sql, {
    ...{ kind: 'notice', email: parseEmail(account.email), accountId, locale: account.locale },
  });
  return endAllSessions(sql, accountId);
}
