import { mailedCodes } from '@fifteen/testkit/mailbox';
import { expect } from '@playwright/test';

/** The mailbox of the product under test: maildev, or what MAIL_URL names. */
const mailbox = process.env.MAIL_URL ?? 'http://localhost:1080';

/** Waits for the nth code mailed to an address, and returns it. */
export async function mailedCode(address: string, nth = 1): Promise<string> {
  let code = '';
  await expect(async () => {
    code = (await mailedCodes(mailbox, address))[nth - 1] ?? '';
    expect(code, `code ${nth} mailed to ${address}`).not.toBe('');
  }).toPass();
  return code;
}

/** Returns a code of six digits other than the given one. */
export const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
