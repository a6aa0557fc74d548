import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);

/** Gives coins to whoever is signed in there, by the operators' tool of this checkout's running product. */
export async function grantCoins(page: Page, amount: number): Promise<void> {
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  const args = ['coins', 'grant', '--user', id, '--amount', String(amount), '--reference', randomUUID()];
  await run('node_modules/.bin/node', ['scripts/admin.ts', ...args], { cwd: root });
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Online' }).check();
}

/** The purse in the bar shows so much. */
export const expectPurse = (page: Page, shown: string) =>
  expect(page.getByRole('banner')).toContainText(shown);
