import { expect } from '@playwright/test';

/** The mailbox of the product under test: maildev, or what MAIL_URL names. */
const mailbox = process.env.MAIL_URL ?? 'http://localhost:1080';

interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
}

/** Returns all mails to an address, the oldest first. */
async function mailsTo(address: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${mailbox}/email`)).json()) as Mail[];
  return mails.filter(({ to }) => to.some((receiver) => receiver.address === address));
}

/** Waits for the nth mail to an address, and returns its code. */
export async function mailedCode(address: string, nth = 1): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(address)).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(nth);
  const [code] = /\b\d{6}\b/.exec((await mailsTo(address))[nth - 1]?.text ?? '') ?? [];
  expect(code, 'six digits').toBeDefined();
  return code ?? '';
}

/** Returns a code of six digits other than the given one. */
export const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
