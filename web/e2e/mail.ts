import { expect } from '@playwright/test';

/** The mailbox of the product under test: maildev, or what MAIL_URL names. */
const mailbox = process.env.MAIL_URL ?? 'http://localhost:1080';

interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
}

/** Milliseconds until a request to the mailbox is repeated. */
const TIMEOUT_MS = 5_000;

/** Returns all mails to an address, the oldest first. */
async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${mailbox}/email`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to.some((receiver) => receiver.address === address));
}

/** Waits for the nth mail to an address, and returns its code. */
export async function mailedCode(address: string, nth = 1): Promise<string> {
  let code = '';
  await expect(async () => {
    [code = ''] = /\b\d{6}\b/.exec((await mailsTo(address))[nth - 1]?.text ?? '') ?? [];
    expect(code, `code ${nth} mailed to ${address}`).not.toBe('');
  }).toPass();
  return code;
}

/** Returns a code of six digits other than the given one. */
export const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
