import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '@fifteen/runtime';

/** A received mail. */
export interface ReceivedMail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
  envelope: { to: { address: string }[] };
}

/** An SMTP server and the mails that it has received. */
export interface Inbox {
  port: number;
  all(): ReceivedMail[];
  to(address: string): ReceivedMail[];
  /** Waits for the n-th mail to an address, by default the first, and returns it. */
  nth(address: string, n?: number): Promise<ReceivedMail>;
  /** Rejects mails to an address for good. */
  reject(address: string): void;
  stop(): Promise<void>;
}

/** maildev has one SMTP server per process, so a test file has one inbox. */
interface MailDev {
  store: ReceivedMail[];
  smtp: {
    onRcptTo(recipient: { address: string }, session: unknown, callback: (error?: Error) => void): void;
  };
  listen(callback: (error?: Error) => void): void;
  close(callback: () => void): void;
}

const require = createRequire(import.meta.url);
// Loaded before the tests: it takes a second, in which mails that wait for the server would be delayed ever longer.
const start = require('maildev') as (options: Record<string, unknown>) => MailDev;

export async function openInbox(port: number): Promise<Inbox> {
  const mailDirectory = mkdtempSync(join(tmpdir(), 'inbox-'));
  const server = start({ smtp: port, ip: '127.0.0.1', disableWeb: true, silent: true, mailDirectory });
  await new Promise<void>((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
  const rejected = new Set<string>();
  server.smtp.onRcptTo = ({ address }, _, callback) =>
    rejected.has(address)
      ? callback(Object.assign(new Error('mailbox unavailable'), { responseCode: 550 }))
      : callback();
  const to = (address: string): ReceivedMail[] =>
    server.store.filter((mail) => mail.envelope.to.some((recipient) => recipient.address === address));
  return {
    port,
    all: () => server.store,
    to,
    nth: async (address, n = 1) => {
      for (let waited = 0; waited < 60_000; waited += 10) {
        const mail = to(address)[n - 1];
        if (mail) return mail;
        await pause(10);
      }
      throw new Error(`no mail number ${n} to ${address}`);
    },
    reject: (address) => rejected.add(address),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Returns the six digits in a mail. */
export function codeIn(mail: ReceivedMail): string {
  const code = /^\d{6}$/m.exec(mail.text)?.[0];
  if (!code) throw new Error(`no code in: ${mail.text}`);
  return code;
}
