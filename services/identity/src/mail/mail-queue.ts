import { counter, failpoint, startJob, type Database, type Lifecycle, type Log } from '@fifteen/runtime';
import { leaseMails, markDone, postponeMail, type LeasedMail } from '../db/mails.ts';
import type { Codes } from '../domain/codes.ts';
import { describeFailure, isPermanentFailure, type MailTransport } from './transport.ts';
import { renderMail, type MailContent } from './render.ts';

const POLL_MS = 1_000;
const BATCH = 10;
/** Longest delay after a failure; the n-th failure delays the next attempt by 2^n seconds. */
const MAX_DELAY_SECONDS = 300;

// docs/metrics.md describes it.
const finished = counter(
  'fifteen_mails_total',
  'Mails sent, and mails rejected by the mail server for good.',
);

/** Sends queued mails, on every replica at once. */
export interface MailQueue {
  /** Starts the next pass now, because a transaction with a mail was committed. */
  wake(): void;
}

interface MailQueueOptions {
  db: Database;
  codes: Codes;
  transport: MailTransport;
  /** Base URL of links in mails. */
  publicUrl: string;
}

/**
 * Starts sending. A replica leases a mail, sends it and marks it; after a crash in between, another replica sends it again
 * with the same Message-ID. While the mail server is unavailable, mails wait in the table and no request waits for them.
 */
export function startMailQueue(
  options: MailQueueOptions,
  context: { log: Log; lifecycle: Lifecycle },
): MailQueue {
  for (const outcome of ['sent', 'rejected']) finished.add(0, { outcome });
  const job = startJob('mail', POLL_MS, context.log, async () => {
    const mails = await leaseMails(options.db, BATCH);
    await Promise.all(mails.map((mail) => deliver(mail, options, context.log)));
    return mails.length === BATCH;
  });
  context.lifecycle.onStop('mail queue', () => job.stop(), 15_000);
  return { wake: () => job.wake() };
}

async function deliver(
  mail: LeasedMail,
  { db, codes, transport, publicUrl }: MailQueueOptions,
  log: Log,
): Promise<void> {
  const { id } = mail;
  if (!mail.deliverable) return markDone(db, id);
  try {
    await transport.send({ ...renderMail(contentOf(mail, codes), publicUrl), to: mail.email, id });
    failpoint('identity.send-mail.after-send');
    await markDone(db, id);
    finished.add(1, { outcome: 'sent' });
  } catch (error) {
    log.warn({ mail: id, tries: mail.tries, ...describeFailure(error) }, 'mail delivery failed');
    if (isPermanentFailure(error)) {
      await markDone(db, id);
      finished.add(1, { outcome: 'rejected' });
      return;
    }
    await postponeMail(db, id, Math.min(2 ** mail.tries, MAX_DELAY_SECONDS));
  }
}

function contentOf({ kind, locale, flow_id: flowId, username }: LeasedMail, codes: Codes): MailContent {
  if (kind === 'notice') return { kind, locale, code: '', name: username ?? '' };
  return { kind, locale, code: codes.digits(kind, flowId ?? ''), name: '' };
}
