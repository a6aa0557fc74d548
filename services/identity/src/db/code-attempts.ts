import type { UserId } from '@fifteen/domain';
import { isAppError, type Log, type Sql } from '@fifteen/runtime';
import type { Codes, Purpose } from '../domain/codes.ts';
import { emailKey } from '../domain/email.ts';
import { invalidCode } from '../domain/errors.ts';
import { pseudonymsOf, type Origin } from '../domain/origin.ts';
import { lockAddresses, MAX_ATTEMPTS } from './code-flows.ts';
import type { RateLimits } from './rate-limits.ts';

/** A code that a user has entered. */
export interface CodeAttempt {
  readonly purpose: Purpose;
  readonly code: string;
  /** The flow cookie. It decides as long as its flow exists. */
  readonly flow: string;
  /** The address, in place of a cookie. */
  readonly email: string;
  /** Identifies repeats of one request; may be empty. */
  readonly idempotencyKey: string;
}

/** A flow whose code was entered correctly. */
export interface MatchedFlow {
  readonly id: string;
  readonly purpose: Purpose;
  readonly emailKey: string;
  readonly accountId: UserId;
  /** An earlier call of the same request has consumed the code. */
  readonly isConsumed: boolean;
  /** The flow was found by the flow cookie, not by the address. */
  readonly byCookie: boolean;
}

interface FlowRow extends Omit<MatchedFlow, 'accountId' | 'byCookie'> {
  /** Null for an unknown address. */
  readonly accountId: UserId | null;
}

/**
 * Checks a code and calls `use`, unless the request is the repeat of one that has consumed the code. Wrong codes also
 * count per client address: the count comes before the check and is taken back when the code is used. When `use` throws
 * SERVICE_UNAVAILABLE, the attempt at the flow is taken back, too. A rejected code is logged. Returns the flow of the code.
 * @throws INVALID_CODE, TOO_MANY_REQUESTS and what `use` throws
 */
export async function redeemCode(
  { db, codes, rateLimits, log }: { db: Sql; codes: Codes; rateLimits: RateLimits; log: Log },
  attempt: CodeAttempt,
  origin: Origin,
  use: (flow: MatchedFlow) => Promise<void>,
): Promise<MatchedFlow> {
  const { ip } = origin;
  await rateLimits.consume('wrongCode', ip);
  let flow: MatchedFlow | undefined;
  try {
    flow = await checkCode(db, codes, attempt);
    if (flow.isConsumed) return flow;
    await use(flow);
  } catch (error) {
    const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE');
    // A right code must not be used up by an overload.
    if (flow && isOutage) {
      await returnAttempt(db, flow);
      await rateLimits.refund('wrongCode', ip);
    } else if (isAppError(error) && !isOutage) {
      const { purpose } = attempt;
      const { accountId } = flow ?? {};
      log.info({ accountId, purpose, code: error.code, ...pseudonymsOf(codes, origin) }, 'code rejected');
    }
    throw error;
  }
  await rateLimits.refund('wrongCode', ip);
  return flow;
}

/**
 * Checks a code. The attempt is counted and committed before the comparison, so that parallel guesses get five
 * comparisons in all (docs/threats.md, 46). Attempts by address have a counter of their own and never use up those of
 * the browser (docs/threats.md, 47).
 * @throws INVALID_CODE
 */
export async function checkCode(db: Sql, codes: Codes, attempt: CodeAttempt): Promise<MatchedFlow> {
  const carriedFlowId = codes.parseFlowCookie(attempt.flow);
  const foundByCookie = carriedFlowId ? await countAttempt(db, attempt, ['id', 'tries', carriedFlowId]) : [];
  const byAddress =
    foundByCookie.length === 0 &&
    attempt.email !== '' &&
    !(carriedFlowId && (await isUnexpired(db, carriedFlowId, attempt)));
  const found = byAddress
    ? await countAttempt(db, attempt, ['email_key', 'address_tries', emailKey(attempt.email)])
    : foundByCookie;
  const matching = found.filter((row) => codes.matches(attempt.purpose, row.id, attempt.code));
  const flow = matching.find(hasAccount);
  if (!flow || (byAddress && !(await isOnlyRegistration(db, flow)))) throw invalidCode();
  return { ...flow, byCookie: !byAddress };
}

/**
 * Consumes a code and ends the other codes of its account and purpose, in the transaction that uses it and under the
 * lock of its address. The counters of attempts begin anew: from now on they limit the repeats of the request.
 * @throws INVALID_CODE when another request has consumed it, a new code has replaced it or it has expired
 */
export async function consumeFlow(sql: Sql, flow: MatchedFlow, idempotencyKey: string): Promise<void> {
  await lockAddresses(sql, [flow.emailKey]);
  const { rowCount } = await sql.query(
    `UPDATE code_flow SET consumed_at = now(), consumed_by = $2, tries = 0, address_tries = 0
     WHERE id = $1 AND consumed_at IS NULL AND expires_at > now()`,
    [flow.id, idempotencyKey],
  );
  if (rowCount !== 1) throw invalidCode();
  await sql.query(
    `UPDATE code_flow SET expires_at = now()
     WHERE account_id = $1 AND purpose = $2 AND id <> $3 AND consumed_at IS NULL AND expires_at > now()`,
    [flow.accountId, flow.purpose, flow.id],
  );
}

const hasAccount = (flow: FlowRow): flow is FlowRow & { accountId: UserId } => flow.accountId !== null;

/** Returns whether the browser's own flow is still open. Without attempts left, the browser gets none by address. */
async function isUnexpired(db: Sql, id: string, { purpose }: CodeAttempt): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM code_flow WHERE id = $1 AND purpose = $2 AND expires_at > now() AND consumed_at IS NULL`,
    [id, purpose],
  );
  return rowCount === 1;
}

/**
 * Counts an attempt at the matching flows and returns those whose code may be compared: open ones, and those that an
 * earlier call of the same request has consumed.
 */
async function countAttempt(
  db: Sql,
  { purpose, idempotencyKey }: CodeAttempt,
  [column, counter, value]: ['id', 'tries', string] | ['email_key', 'address_tries', string],
): Promise<FlowRow[]> {
  const { rows } = await db.query<FlowRow>(
    `UPDATE code_flow SET ${counter} = ${counter} + 1
     WHERE ${column} = $1 AND purpose = $2 AND expires_at > now() AND ${counter} < $3
       AND (consumed_at IS NULL OR consumed_by = $4 AND consumed_by <> '')
     RETURNING id, purpose, email_key AS "emailKey", account_id AS "accountId",
       consumed_at IS NOT NULL AS "isConsumed"`,
    [value, purpose, MAX_ATTEMPTS, idempotencyKey],
  );
  return rows;
}

/** Takes back an attempt with a right code. */
async function returnAttempt(db: Sql, { id, byCookie }: MatchedFlow): Promise<void> {
  const counter = byCookie ? 'tries' : 'address_tries';
  await db.query(`UPDATE code_flow SET ${counter} = ${counter} - 1 WHERE id = $1 AND ${counter} > 0`, [id]);
}

/**
 * Returns whether a code without flow cookie can belong to one registration only. With several registrations of one
 * address, the owner of the mailbox could confirm that of a stranger (docs/threats.md, 56).
 */
async function isOnlyRegistration(db: Sql, { purpose, emailKey }: FlowRow): Promise<boolean> {
  if (purpose !== 'verify') return true;
  const { rowCount } = await db.query(`SELECT FROM registration WHERE email_key = $1 LIMIT 2`, [emailKey]);
  return (rowCount ?? 0) < 2;
}
