import { failpoint, type Sql } from '@fifteen/runtime';
import type { Purpose } from './codes.ts';
import { beginAccount, typeCode, type TypedCode } from './confirmation.ts';
import { parseEmail, type Email } from './email.ts';
import { consumeFlow, orderCode, queueNotice } from './flows.ts';
import { forgiveAllTries } from './login-guard.ts';
import type { Origin, Parts } from './parts.ts';
import { parsePassword } from './passwords.ts';
import type { CodeSent } from './registration.ts';
import { endSessions, revoke, type Ended } from './sessions.ts';

interface Request {
  readonly email: string;
  readonly origin: Origin;
  /** The flow cookie the browser has; may be empty. */
  readonly flow: string;
}

/**
 * Sends a reset code to an account, or to a registration that waits for its code: both are proved by the mailbox.
 * Answers the same in the same way whether or not somebody has the address (threat 50), and also when that address was
 * sent enough (threat 49). Throws EMAIL_REQUIRED, EMAIL_INVALID, TOO_MANY_REQUESTS (per address of the network).
 */
export function forgotPassword(parts: Parts, request: Request): Promise<CodeSent> {
  return sendCode(parts, request, 'reset', ({ key }) =>
    find(
      parts.db,
      `SELECT id, 1 AS rank, created_at FROM account WHERE email_key = $1
       UNION ALL SELECT account_id, CASE WHEN account_id IN (SELECT account_id FROM code_flow WHERE id = $2)
         THEN 2 ELSE 3 + upgrade::int END, created_at FROM registration WHERE email_key = $1`,
      [key, parts.codes.flowOf(request.flow)],
    ),
  );
}

/**
 * Sends the verification code of a registration again: of the one made in this browser, or the only one of the address.
 * Of several registrations none is chosen for a browser that made none of them (threat 56). Answers as above.
 */
export function resendVerification(parts: Parts, request: Request): Promise<CodeSent> {
  return sendCode(parts, request, 'verify', ({ key }) =>
    find(
      parts.db,
      `SELECT id, rank, created_at FROM (
         SELECT account_id AS id, created_at, count(*) OVER () AS claims,
           CASE WHEN account_id IN (SELECT account_id FROM code_flow WHERE id = $2) THEN 0 ELSE 1 END AS rank
         FROM registration WHERE email_key = $1) AS claim
       WHERE rank = 0 OR claims = 1`,
      [key, parts.codes.flowOf(request.flow)],
    ),
  );
}

async function find(db: Sql, candidates: string, values: unknown[]): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM (${candidates}) AS candidate ORDER BY rank, created_at DESC LIMIT 1`,
    values,
  );
  return rows[0]?.id;
}

async function sendCode(
  parts: Parts,
  { email: text, origin, flow: carried }: Request,
  purpose: Purpose,
  findOwner: (email: Email) => Promise<string | undefined>,
): Promise<CodeSent> {
  const email = parseEmail(text);
  await parts.limits.take('mail', origin.ip);
  const accountId = await findOwner(email);
  const order = { purpose, email, accountId, locale: origin.locale, carried: parts.codes.flowOf(carried) };
  const { flow } = await parts.db.tx((sql) => orderCode(sql, parts.codes, order));
  parts.committed();
  return { cookie: parts.codes.cookie(flow), email: email.address };
}

/**
 * Uses a reset code up: sets the password, ends every session, tells the owner by mail. Nobody is signed in by it.
 * Throws what `parsePassword` throws, INVALID_CODE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.
 */
export async function resetPassword(parts: Parts, typed: TypedCode & { newPassword: string }): Promise<void> {
  const password = parsePassword(typed.newPassword);
  await typeCode(parts, typed, 'reset', async (flow) => {
    const passwordHash = await parts.passwords.hash(password);
    const ended = await parts.db.tx(async (sql) => {
      await consumeFlow(sql, flow, typed.key);
      return setPassword(sql, parts, flow.accountId, passwordHash);
    });
    failpoint('identity.reset.after-commit');
    revoke(parts.pusher, ended);
    parts.committed();
    await parts.wallets.open(flow.accountId);
  });
}

async function setPassword(
  sql: Sql,
  parts: Parts,
  accountId: string,
  passwordHash: string,
): Promise<Ended[]> {
  await sql.query(`UPDATE registration SET password_hash = $2 WHERE account_id = $1`, [
    accountId,
    passwordHash,
  ]);
  const { rows } = await sql.query<{ email: string; locale: string }>(
    `UPDATE account SET password_hash = $2, reset_at = now() WHERE id = $1 AND NOT guest RETURNING email, locale`,
    [accountId, passwordHash],
  );
  await forgiveAllTries(sql, accountId);
  const [account] = rows;
  // Not an account yet: the code has proved the address of its registration.
  if (!account) return beginAccount(sql, parts, accountId);
  await queueNotice(sql, { email: parseEmail(account.email), accountId, locale: account.locale });
  return endSessions(sql, accountId);
}
