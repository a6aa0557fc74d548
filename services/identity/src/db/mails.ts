import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { Purpose } from '../domain/codes.ts';
import type { Email } from '../domain/email.ts';

/** Code mails per address and account in a rolling hour and day (docs/spec/guarantees.md#guarantees-10). */
const CODES_PER_HOUR = 3;
const CODES_PER_DAY = 10;
/** Time for one replica to send a mail before another may take it; longer than the timeouts of the mail server. */
const LEASE_SECONDS = 60;
/** Age at which an unsent notice is dropped. A code mail is dropped when its code expires. */
const NOTICE_HOURS = 24;

/** A mail that this replica has to send. */
export interface LeasedMail {
  readonly id: string;
  readonly kind: Purpose | 'notice';
  readonly email: string;
  readonly locale: string;
  /** Attempts so far, with this one. */
  readonly tries: number;
  readonly flow_id: string | null;
  readonly username: string | null;
  /** The mail belongs to an account or registration, and its code can still be used. */
  readonly deliverable: boolean;
}

/** Queues a mail in the caller's transaction. A mail without account is for an unknown address and is never sent. */
export async function queueMail(
  sql: Sql,
  mail: {
    kind: Purpose | 'notice';
    email: Email;
    accountId: UserId | undefined;
    flowId?: string;
    locale: string;
  },
): Promise<void> {
  await sql.query(
    `INSERT INTO mail (kind, email, email_key, account_id, flow_id, locale) VALUES ($1, $2, $3, $4, $5, $6)`,
    [mail.kind, mail.email.address, mail.email.key, mail.accountId, mail.flowId, mail.locale],
  );
}

/** Returns the seconds until another code mail to that address or for that account is allowed; 0 when it is allowed now. */
export async function codeMailWait(
  sql: Sql,
  emailKey: string,
  accountId: UserId | undefined,
): Promise<number> {
  const { rows } = await sql.query<{ wait: number }>(
    `SELECT coalesce(greatest(
       CASE WHEN count(*) FILTER (WHERE recent) >= $3
         THEN extract(epoch FROM min(created_at) FILTER (WHERE recent) + interval '1 hour' - now()) END,
       CASE WHEN count(*) >= $4 THEN extract(epoch FROM min(created_at) + interval '1 day' - now()) END
     ), 0)::float8 AS wait
     FROM (SELECT created_at, created_at > now() - interval '1 hour' AS recent FROM mail
       WHERE (email_key = $1 OR account_id = $2) AND kind <> 'notice' AND created_at > now() - interval '1 day') sent`,
    [emailKey, accountId, CODES_PER_HOUR, CODES_PER_DAY],
  );
  return rows[0]?.wait ?? 0;
}

/** Leases up to `limit` due mails and counts the attempt. */
export async function leaseMails(sql: Sql, limit: number): Promise<LeasedMail[]> {
  const { rows } = await sql.query<LeasedMail>(
    `UPDATE mail SET tries = mail.tries + 1, next_at = now() + make_interval(secs => $2)
     WHERE id IN (SELECT id FROM mail WHERE done_at IS NULL AND next_at <= now()
       ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, email, locale, tries, flow_id,
       (SELECT username FROM account WHERE account.id = mail.account_id) AS username,
       account_id IS NOT NULL AND CASE kind
         WHEN 'notice' THEN created_at > now() - make_interval(hours => $3)
         ELSE EXISTS (SELECT FROM code_flow WHERE code_flow.id = mail.flow_id AND consumed_at IS NULL
           AND expires_at > now()) END AS deliverable`,
    [limit, LEASE_SECONDS, NOTICE_HOURS],
  );
  return rows;
}

/** Marks a mail as sent or dropped. The row stays, because the limits of code mails count it. */
export async function markDone(sql: Sql, id: string): Promise<void> {
  await sql.query(`UPDATE mail SET done_at = now() WHERE id = $1`, [id]);
}

/** Delays the next attempt to send a mail. */
export async function postponeMail(sql: Sql, id: string, seconds: number): Promise<void> {
  await sql.query(`UPDATE mail SET next_at = now() + make_interval(secs => $2) WHERE id = $1`, [id, seconds]);
}

/** Returns the age in seconds of the oldest mail with a code that is neither sent nor dropped; 0 when there is none. */
export async function oldestUnsentMailAge(sql: Sql): Promise<number | undefined> {
  const { rows } = await sql.query<{ age: number }>(
    `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age FROM mail
     WHERE done_at IS NULL AND kind <> 'notice'`,
  );
  return rows[0]?.age;
}
