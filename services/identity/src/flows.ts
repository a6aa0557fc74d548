import { AppError, type Sql } from '@fifteen/runtime';
import type { Codes, Purpose } from './codes.ts';
import { emailKey, type Email } from './email.ts';

/** Reliability 1.10. */
const LIFE_SECONDS = 10 * 60;
const TRIES = 5;
const SENDS_AN_HOUR = 3;
const SENDS_A_DAY = 10;

/** Who asks for a code. */
export interface CodeOrder {
  readonly purpose: Purpose;
  readonly email: Email;
  /** The account, or that of the registration; undefined for an address that nobody has. */
  readonly accountId: string | undefined;
  readonly locale: string;
}

/** What came of it. */
export interface Ordered {
  readonly flow: string;
  /** 0 when a mail is on its way; else no more can be sent to that address for so many seconds. */
  readonly wait: number;
}

/** A code somebody typed. */
export interface Attempt {
  readonly purpose: Purpose;
  readonly code: string;
  /** The flow cookie; counts when there is no address. */
  readonly flow: string;
  readonly email: string;
  /** Names the request, so that its repeat is known as one; may be empty. */
  readonly key: string;
}

const subjectOf = (order: CodeOrder): string => order.accountId ?? order.email.key;

/** Until the transaction ends, nobody else claims that address, is mailed there or uses a code of it, on any replica. */
export async function lockAddress(sql: Sql, emailKey: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [emailKey]);
}

/**
 * Makes a new code, which replaces the old, and puts its mail into the queue, in the caller's transaction. Past the
 * limits of sends nothing is sent and the code under way stays. An address that nobody has takes the same statements.
 */
export async function orderCode(sql: Sql, codes: Codes, order: CodeOrder): Promise<Ordered> {
  // The mails that are counted must be all there are.
  await lockAddress(sql, order.email.key);
  const wait = await sendingWait(sql, order);
  if (wait > 0) return { flow: (await openFlow(sql, order)) ?? codes.newFlow(), wait };
  const flow = codes.newFlow();
  const { purpose, email, accountId } = order;
  await sql.query(
    `INSERT INTO code_flow (id, purpose, subject, account_id, email_key, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     ON CONFLICT (subject, purpose) DO UPDATE SET id = excluded.id, account_id = excluded.account_id,
       email_key = excluded.email_key, tries = 0, expires_at = excluded.expires_at, consumed_at = NULL, consumed_by = NULL`,
    [flow, purpose, subjectOf(order), accountId, email.key, LIFE_SECONDS],
  );
  await queueMail(sql, { kind: purpose, flow, email, accountId, locale: order.locale });
  return { flow, wait: 0 };
}

/** The code under way for that order when there is one that can still be used, else a new one. */
export async function reuseCode(sql: Sql, codes: Codes, order: CodeOrder): Promise<Ordered> {
  const flow = await openFlow(sql, order);
  return flow ? { flow, wait: 0 } : orderCode(sql, codes, order);
}

/** Tells an owner what happened to the account. */
export const queueNotice = (
  sql: Sql,
  mail: { email: Email; accountId: string; locale: string },
): Promise<void> => queueMail(sql, { kind: 'notice', ...mail });

async function queueMail(
  sql: Sql,
  mail: {
    kind: Purpose | 'notice';
    email: Email;
    accountId: string | undefined;
    flow?: string;
    locale: string;
  },
): Promise<void> {
  await sql.query(
    `INSERT INTO mail (kind, email, email_key, account_id, flow_id, locale) VALUES ($1, $2, $3, $4, $5, $6)`,
    [mail.kind, mail.email.address, mail.email.key, mail.accountId, mail.flow, mail.locale],
  );
}

/** Seconds until another code may be sent to that address and for that account; 0 when it may be now. */
async function sendingWait(sql: Sql, order: CodeOrder): Promise<number> {
  const { rows } = await sql.query<{ wait: number }>(
    `SELECT coalesce(greatest(
       CASE WHEN count(*) FILTER (WHERE recent) >= $3
         THEN extract(epoch FROM min(created_at) FILTER (WHERE recent) + interval '1 hour' - now()) END,
       CASE WHEN count(*) >= $4 THEN extract(epoch FROM min(created_at) + interval '1 day' - now()) END
     ), 0)::float8 AS wait
     FROM (SELECT created_at, created_at > now() - interval '1 hour' AS recent FROM mail
       WHERE (email_key = $1 OR account_id = $2) AND kind <> 'notice' AND created_at > now() - interval '1 day') sent`,
    [order.email.key, order.accountId, SENDS_AN_HOUR, SENDS_A_DAY],
  );
  return rows[0]?.wait ?? 0;
}

async function openFlow(sql: Sql, order: CodeOrder): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM code_flow
     WHERE subject = $1 AND purpose = $2 AND tries < $3 AND consumed_at IS NULL AND expires_at > now()`,
    [subjectOf(order), order.purpose, TRIES],
  );
  return rows[0]?.id;
}

/** A code that was refused, for whatever reason: the answer is always this one. */
export const invalidCode = (): AppError =>
  new AppError('INVALID_CODE', 'This code is wrong or has expired. Please request a new one.');

/** A flow whose code was typed right. */
export interface OpenedFlow {
  readonly id: string;
  readonly emailKey: string;
  readonly accountId: string;
  /** This very request has used it up before. */
  readonly used: boolean;
}

/**
 * Looks at a code somebody typed. The try is counted and committed before anything is compared, so any number of
 * parallel guesses gets five looks (threat 46). Without cookie and address there is nothing to look at (threat 47).
 * Answers the flow it opens; throws INVALID_CODE.
 */
export async function tryCode(db: Sql, codes: Codes, attempt: Attempt): Promise<OpenedFlow> {
  const [column, value] = attempt.email
    ? ['email_key', emailKey(attempt.email)]
    : ['id', codes.flowOf(attempt.flow) ?? ''];
  const found = `${column} = $1 AND purpose = $2`;
  const columns = `id, email_key AS "emailKey", account_id AS "accountId"`;
  const open = await db.query<OpenedFlow>(
    `UPDATE code_flow SET tries = tries + 1
     WHERE ${found} AND tries < $3 AND consumed_at IS NULL AND expires_at > now() RETURNING ${columns}, false AS used`,
    [value, attempt.purpose, TRIES],
  );
  const used = await db.query<OpenedFlow>(
    `SELECT ${columns}, true AS used FROM code_flow WHERE ${found} AND consumed_by = $3 AND consumed_by <> ''`,
    [value, attempt.purpose, attempt.key],
  );
  const right = [...open.rows, ...used.rows].filter((row) =>
    codes.matches(attempt.purpose, row.id, attempt.code),
  );
  const flow = right.find((row) => row.accountId !== null);
  if (!flow) throw invalidCode();
  return flow;
}

/**
 * Uses a flow up, under the lock of its address and in the transaction of what it is used for. Throws INVALID_CODE when
 * another request was first, a new code has replaced it, or its time is over.
 */
export async function consumeFlow(sql: Sql, flow: OpenedFlow, key: string): Promise<void> {
  await lockAddress(sql, flow.emailKey);
  const { rowCount } = await sql.query(
    `UPDATE code_flow SET consumed_at = now(), consumed_by = $2
     WHERE id = $1 AND consumed_at IS NULL AND expires_at > now()`,
    [flow.id, key],
  );
  if (rowCount !== 1) throw invalidCode();
}
