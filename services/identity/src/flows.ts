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
  /** The flow the browser carries, if any: its code is replaced when it is one of the same account or address. */
  readonly carried?: string | undefined;
  /** The caller has the password: the code belongs to the series of the account, whatever the browser carries. */
  readonly hasPassword?: boolean;
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
  /** The flow cookie; it decides as long as its flow exists. */
  readonly flow: string;
  /** The address, in place of a cookie. */
  readonly email: string;
  /** Names the request, so that its repeat is known as one; may be empty. */
  readonly key: string;
}

/** Until the transaction ends, nobody else claims that address, is mailed there or uses a code of it, on any replica. */
export async function lockAddress(sql: Sql, emailKey: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [emailKey]);
}

/**
 * Makes a new code and queues its mail, in the caller's transaction. It replaces the earlier code of the same browser,
 * never one of another: a stranger who orders codes for an address neither ends the owner's code nor receives its flow
 * (threat 47). Past the limits of sends nothing is sent and the code under way stays. An unknown address takes the same
 * statements.
 */
export async function orderCode(sql: Sql, codes: Codes, order: CodeOrder): Promise<Ordered> {
  // The mails that are counted must be all there are.
  await lockAddress(sql, order.email.key);
  const wait = await sendingWait(sql, order);
  const series = await seriesOf(sql, order);
  const flow = codes.newFlow();
  if (wait > 0) return { flow: (series && (await openFlow(sql, series, order.purpose))) || flow, wait };
  const { purpose, email, accountId } = order;
  await sql.query(
    `INSERT INTO code_flow (id, purpose, subject, account_id, email_key, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     ON CONFLICT (subject, purpose) DO UPDATE SET id = excluded.id, account_id = excluded.account_id,
       email_key = excluded.email_key, tries = 0, address_tries = 0, expires_at = excluded.expires_at, consumed_at = NULL, consumed_by = NULL`,
    [flow, purpose, series ?? flow, accountId, email.key, LIFE_SECONDS],
  );
  await queueMail(sql, { kind: purpose, flow, email, accountId, locale: order.locale });
  return { flow, wait: 0 };
}

/** The code under way for that order when there is one that can still be used, else a new one. */
export async function reuseCode(sql: Sql, codes: Codes, order: CodeOrder): Promise<Ordered> {
  const series = await seriesOf(sql, order);
  const flow = series && (await openFlow(sql, series, order.purpose));
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

/** The series of codes that the order continues; undefined for a new one. */
async function seriesOf(sql: Sql, order: CodeOrder): Promise<string | undefined> {
  if (order.hasPassword) return order.accountId;
  const { rows } = await sql.query<{ subject: string }>(
    `SELECT subject FROM code_flow
     WHERE id = $1 AND purpose = $2 AND email_key = $3 AND account_id IS NOT DISTINCT FROM $4`,
    [order.carried ?? '', order.purpose, order.email.key, order.accountId],
  );
  return rows[0]?.subject;
}

async function openFlow(sql: Sql, series: string, purpose: Purpose): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM code_flow
     WHERE subject = $1 AND purpose = $2 AND tries < $3 AND consumed_at IS NULL AND expires_at > now()`,
    [series, purpose, TRIES],
  );
  return rows[0]?.id;
}

/** A code that was refused, for whatever reason: the answer is always this one. */
export const invalidCode = (): AppError =>
  new AppError('INVALID_CODE', 'This code is wrong or has expired. Please request a new one.');

/** A flow whose code was typed right. */
export interface OpenedFlow {
  readonly id: string;
  readonly purpose: Purpose;
  readonly emailKey: string;
  readonly accountId: string;
  /** The same request has used it up before. */
  readonly used: boolean;
  /** Opened with the flow cookie, not with the address. */
  readonly byCookie: boolean;
}

interface FoundFlow extends Omit<OpenedFlow, 'accountId' | 'byCookie'> {
  /** Null for an address that nobody has. */
  readonly accountId: string | null;
}

/**
 * Checks a typed code. The try is counted and committed before anything is compared, so that any number of parallel
 * guesses gets five looks (threat 46). Tries by address have a counter of their own: they never use up those of the
 * browser (threat 47). Throws INVALID_CODE.
 */
export async function tryCode(db: Sql, codes: Codes, attempt: Attempt): Promise<OpenedFlow> {
  const carried = codes.flowOf(attempt.flow);
  const byCookie = carried ? await countTry(db, attempt, ['id', 'tries', carried]) : [];
  const byAddress =
    byCookie.length === 0 && attempt.email !== '' && !(carried && (await isOpen(db, carried, attempt)));
  const found = byAddress
    ? await countTry(db, attempt, ['email_key', 'address_tries', emailKey(attempt.email)])
    : byCookie;
  const right = found.filter((row) => codes.matches(attempt.purpose, row.id, attempt.code));
  const flow = right.find(hasAccount);
  if (!flow || (byAddress && !(await isOnlyClaim(db, flow)))) throw invalidCode();
  return { ...flow, byCookie: !byAddress };
}

const hasAccount = (flow: FoundFlow): flow is FoundFlow & { accountId: string } => flow.accountId !== null;

/** Whether the browser's own flow still runs. With its tries used up, the browser gets none by address on top. */
async function isOpen(db: Sql, id: string, { purpose }: Attempt): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM code_flow WHERE id = $1 AND purpose = $2 AND expires_at > now() AND consumed_at IS NULL`,
    [id, purpose],
  );
  return rowCount === 1;
}

/** Counts a try at the flows that match and returns those that may be compared. */
async function countTry(
  db: Sql,
  { purpose, key }: Attempt,
  [column, counter, value]: ['id', 'tries', string] | ['email_key', 'address_tries', string],
): Promise<FoundFlow[]> {
  const found = `${column} = $1 AND purpose = $2 AND expires_at > now()`;
  const columns = `id, purpose, email_key AS "emailKey", account_id AS "accountId"`;
  const open = await db.query<FoundFlow>(
    `UPDATE code_flow SET ${counter} = ${counter} + 1
     WHERE ${found} AND ${counter} < $3 AND consumed_at IS NULL RETURNING ${columns}, false AS used`,
    [value, purpose, TRIES],
  );
  const used = await db.query<FoundFlow>(
    `SELECT ${columns}, true AS used FROM code_flow WHERE ${found} AND consumed_by = $3 AND consumed_by <> ''`,
    [value, purpose, key],
  );
  return [...open.rows, ...used.rows];
}

/**
 * Whether a code without a flow cookie can mean one registration only. Of several registrations of one address a code
 * does not say whose it is: the owner of the mailbox could confirm that of a stranger (threat 56).
 */
async function isOnlyClaim(db: Sql, { purpose, emailKey }: FoundFlow): Promise<boolean> {
  if (purpose !== 'verify') return true;
  const { rowCount } = await db.query(`SELECT FROM registration WHERE email_key = $1 LIMIT 2`, [emailKey]);
  return (rowCount ?? 0) < 2;
}

/**
 * Uses a flow up and ends the other codes of its account and purpose, under the lock of its address and in the transaction of what it is used for. Throws INVALID_CODE when
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
  await sql.query(
    `UPDATE code_flow SET expires_at = now()
     WHERE account_id = $1 AND purpose = $2 AND id <> $3 AND consumed_at IS NULL AND expires_at > now()`,
    [flow.accountId, flow.purpose, flow.id],
  );
}
