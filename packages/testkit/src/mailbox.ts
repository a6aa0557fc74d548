import { setTimeout as sleep } from 'node:timers/promises';

/** A mail as maildev lists it. */
interface Mail {
  /** Absent from a mail whose transmission was cut off. */
  readonly to?: readonly { readonly address: string }[];
  readonly subject: string;
  readonly text: string;
}

/** Milliseconds for a request to the mailbox, whose callers repeat it. */
const TIMEOUT_MS = 5_000;

/** Milliseconds to wait for the mail with a code. After 60 s another replica sends the mails of one that crashed. */
const MAIL_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 100;

/** Returns the mails to an address, oldest first. */
export async function mailsTo(mailUrl: string, address: string): Promise<Mail[]> {
  const response = await fetch(`${mailUrl}/email`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to?.some((receiver) => receiver.address === address));
}

/** Returns the codes in the mails to an address, oldest first. */
export async function mailedCodes(mailUrl: string, address: string): Promise<string[]> {
  const mails = await mailsTo(mailUrl, address);
  return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
}

/**
 * Waits for a mail with a code to an address. Returns the newest code that is not in `tried`.
 * @throws Error after 90 s
 */
export async function mailedCode(
  mailUrl: string,
  address: string,
  tried: ReadonlySet<string> = new Set(),
): Promise<string> {
  for (const until = Date.now() + MAIL_TIMEOUT_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const code = (await mailedCodes(mailUrl, address)).findLast((one) => !tried.has(one));
    if (code) return code;
  }
  throw new Error(`No mail has come to ${address}`);
}
