import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
/** With compiled files, the tool starts in half the processor time. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', root)),
};

/**
 * Gives a user who is signed in there coins or items, by the operators' tool. It finds the product by its own
 * environment (ECONOMY_ADDR, IDENTITY_ADDR, RPC_TOKEN), else it takes the one that runs in this checkout.
 */
export async function grant(page: Page, noun: 'coins' | 'items', ...what: string[]): Promise<void> {
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  const args = [noun, 'grant', '--user', id, '--reference', randomUUID(), ...what];
  // The wallet of a new user may open after they have arrived. A repeat with the same reference grants nothing twice.
  await expect(() =>
    run('node_modules/.bin/node', ['scripts/admin.ts', ...args], { cwd: root, env }),
  ).toPass();
}
