import { failpoint, startJob, type Database, type Lifecycle, type Log } from '@fifteen/runtime';
import type { Codes } from '../codes.ts';
import { describe, isFinal, type Post } from './post.ts';
import { render, type Letter } from './render.ts';

const POLL_MS = 1_000;
const BATCH = 10;
/** While a mail is being sent nobody else takes it; longer than the mail server may be silent. */
const LEASE_SECONDS = 60;
/** The n-th failure is followed by a wait of 2^n seconds, up to this. */
const LONGEST_WAIT_SECONDS = 300;
/** Notices older than this are given up; codes when their time is over. */
const NOTICE_HOURS = 24;

/** Sends what the acts on accounts queued, from every replica at once. */
export interface MailQueue {
  /** Says that a mail was committed just now. */
  kick(): void;
}

interface MailRow {
  id: string;
  kind: Letter['kind'];
  email: string;
  locale: string;
  tries: number;
  flow_id: string | null;
  username: string | null;
  /** It has somebody to go to, and its code can still be used. */
  wanted: boolean;
}

/**
 * Starts sending. A mail is taken under a lease, sent, and marked: killed in between, it is sent again with the same
 * message id. While the mail server is down mails wait here, and whoever asked for them has had the answer long ago.
 */
export function startMailQueue(
  options: { db: Database; codes: Codes; post: Post; site: string },
  context: { log: Log; lifecycle: Lifecycle },
): MailQueue {
  const loop = startJob('mail', POLL_MS, context.log, async () => {
    const mails = await take(options.db);
    await Promise.all(mails.map((mail) => deliver(mail, options, context.log)));
    return mails.length === BATCH;
  });
  context.lifecycle.onStop('mail queue', () => loop.stop(), 15_000);
  return { kick: () => loop.wake() };
}

async function take(db: Database): Promise<MailRow[]> {
  const { rows } = await db.query<MailRow>(
    `UPDATE mail SET tries = mail.tries + 1, next_at = now() + make_interval(secs => $2)
     WHERE id IN (SELECT id FROM mail WHERE done_at IS NULL AND next_at <= now()
       ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, email, locale, tries, flow_id,
       (SELECT username FROM account WHERE account.id = mail.account_id) AS username,
       account_id IS NOT NULL AND CASE kind
         WHEN 'notice' THEN created_at > now() - make_interval(hours => $3)
         ELSE EXISTS (SELECT FROM code_flow WHERE code_flow.id = mail.flow_id AND consumed_at IS NULL
           AND expires_at > now()) END AS wanted`,
    [BATCH, LEASE_SECONDS, NOTICE_HOURS],
  );
  return rows;
}

async function deliver(
  mail: MailRow,
  { db, codes, post, site }: { db: Database; codes: Codes; post: Post; site: string },
  log: Log,
): Promise<void> {
  if (!mail.wanted) return done(db, mail);
  const { id, kind, locale, flow_id: flow, username } = mail;
  const letter =
    kind === 'notice'
      ? { kind, locale, code: '', name: username ?? '' }
      : { kind, locale, code: codes.digits(kind, flow ?? ''), name: '' };
  try {
    await post.send({ ...render(letter, site), to: mail.email, id });
    failpoint('identity.mail.after-send');
    await done(db, mail);
  } catch (error) {
    log.warn({ mail: id, tries: mail.tries, ...describe(error) }, 'mail delivery failed');
    if (isFinal(error)) return done(db, mail);
    const wait = Math.min(2 ** mail.tries, LONGEST_WAIT_SECONDS);
    await db.query(`UPDATE mail SET next_at = now() + make_interval(secs => $2) WHERE id = $1`, [id, wait]);
  }
}

/** Keeps the row: the limits of sends count it. */
async function done(db: Database, { id }: MailRow): Promise<void> {
  await db.query(`UPDATE mail SET done_at = now() WHERE id = $1`, [id]);
}
