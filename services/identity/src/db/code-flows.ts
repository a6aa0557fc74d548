import { CODE_LIFETIME, type UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { Codes, Purpose } from '../domain/codes.ts';
import type { Email } from '../domain/email.ts';
import { codeMailWait, queueMail } from './mails.ts';

/** Attempts to enter a code (docs/spec/guarantees.md#guarantees-10). */
export const MAX_ATTEMPTS = 5;

/**
 * The code to issue. It has a flow, by which the browser may use it. Codes that replace each other are a series
 * (`code_flow.subject`): one belongs to an account, for callers who have proved its password, and any other to a browser,
 * by the id of its first flow. A new code ends the one before in its series and none of another, so a stranger who
 * requests codes for an address ends none of its owner's.
 */
export interface CodeOptions {
  readonly purpose: Purpose;
  readonly email: Email;
  /** The account or registration; undefined for an unknown address. */
  readonly accountId: UserId | undefined;
  readonly locale: string;
  /** Flow that the browser carries. Its code is replaced when it belongs to the same account and address. */
  readonly carriedFlowId?: string | undefined;
  /**
   * The caller has proved the password: the code belongs to the series of the account, whatever the browser carries.
   */
  readonly hasPassword?: boolean;
  /** Identifies repeats of the request, which have its flow; undefined where it cannot be repeated so. */
  readonly requestId?: string | undefined;
}

/** An issued code. */
export interface IssuedCode {
  readonly flowId: string;
  /** 0 when a mail was queued, now or by the same request, else the seconds until another mail to that address is allowed. */
  readonly waitSeconds: number;
}

/**
 * Locks addresses until the transaction ends, against claims, mails and uses of codes of them on any replica. The order is
 * always the same, so that two transactions cannot deadlock.
 */
export async function lockAddresses(sql: Sql, emailKeys: readonly string[]): Promise<void> {
  for (const emailKey of [...new Set(emailKeys)].sort())
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [emailKey]);
}

/**
 * Issues a code and queues its mail in the caller's transaction. The code replaces the earlier one of the same browser
 * and never that of another: a stranger who requests codes for an address neither ends the owner's code nor receives
 * its flow (docs/threats.md, 47). Beyond the limits of code mails nothing is sent and the earlier code stays, as for a
 * repeat of the request. An unknown address runs the same statements.
 */
export async function issueCode(sql: Sql, codes: Codes, options: CodeOptions): Promise<IssuedCode> {
  const { purpose, email, accountId, locale, requestId } = options;
  // Serializes requests for an address, so that the limit counts every mail.
  await lockAddresses(sql, [email.key]);
  const requestedFlowId = requestId && (await findRequestedFlow(sql, email.key, purpose, requestId));
  if (requestedFlowId) return { flowId: requestedFlowId, waitSeconds: 0 };
  const waitSeconds = await codeMailWait(sql, email.key, accountId);
  const series = await findSeries(sql, options);
  const flowId = codes.newFlowId();
  if (waitSeconds > 0)
    return { flowId: (series && (await findUsableFlow(sql, series, purpose))) || flowId, waitSeconds };
  await sql.query(
    `INSERT INTO code_flow (id, purpose, subject, account_id, email_key, expires_at, requested_by)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7)
     ON CONFLICT (subject, purpose) DO UPDATE SET id = excluded.id, account_id = excluded.account_id,
       email_key = excluded.email_key, tries = 0, address_tries = 0, expires_at = excluded.expires_at, consumed_at = NULL, consumed_by = NULL,
       requested_by = excluded.requested_by`,
    [flowId, purpose, series ?? flowId, accountId, email.key, CODE_LIFETIME / 1_000, requestId],
  );
  await queueMail(sql, { kind: purpose, flowId, email, accountId, locale });
  return { flowId, waitSeconds: 0 };
}

/** Returns the usable code of the same series if there is one, else issues a code. */
export async function reuseOrIssueCode(sql: Sql, codes: Codes, options: CodeOptions): Promise<IssuedCode> {
  const series = await findSeries(sql, options);
  const flowId = series && (await findUsableFlow(sql, series, options.purpose));
  return flowId ? { flowId, waitSeconds: 0 } : issueCode(sql, codes, options);
}

/** Ends the codes of a registration that were requested for other addresses than its own. */
export async function endCodesOfFormerAddress(sql: Sql, accountId: UserId, emailKey: string): Promise<void> {
  await sql.query(
    `UPDATE code_flow SET expires_at = now()
     WHERE account_id = $1 AND email_key <> $2 AND consumed_at IS NULL AND expires_at > now()`,
    [accountId, emailKey],
  );
}

/** Returns the newest flow of a registration, usable or not. */
export async function findVerificationFlow(db: Sql, accountId: UserId): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM code_flow WHERE subject = $1 AND purpose = 'verify'`,
    [accountId],
  );
  return rows[0]?.id;
}

/** Returns the series of codes that the new code continues; undefined for a new series. */
async function findSeries(sql: Sql, options: CodeOptions): Promise<string | undefined> {
  if (options.hasPassword) return options.accountId;
  const { rows } = await sql.query<{ subject: string }>(
    `SELECT subject FROM code_flow
     WHERE id = $1 AND purpose = $2 AND email_key = $3 AND account_id IS NOT DISTINCT FROM $4`,
    [options.carriedFlowId ?? '', options.purpose, options.email.key, options.accountId],
  );
  return rows[0]?.subject;
}

/** Returns the flow that an earlier call of the same request has issued, used or not, until it expires. */
async function findRequestedFlow(
  sql: Sql,
  emailKey: string,
  purpose: Purpose,
  requestId: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM code_flow WHERE email_key = $1 AND purpose = $2 AND requested_by = $3 AND expires_at > now()`,
    [emailKey, purpose, requestId],
  );
  return rows[0]?.id;
}

async function findUsableFlow(sql: Sql, series: string, purpose: Purpose): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM code_flow
     WHERE subject = $1 AND purpose = $2 AND tries < $3 AND consumed_at IS NULL AND expires_at > now()`,
    [series, purpose, MAX_ATTEMPTS],
  );
  return rows[0]?.id;
}
