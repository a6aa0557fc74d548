import { expect, type Page } from '@playwright/test';
import { grant } from './admin.ts';

/** Gives coins to the user who is signed in on the page, and reloads it. */
export async function grantCoins(page: Page, amount: number): Promise<void> {
  await grant(page, 'coins', '--amount', String(amount));
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Online' }).check();
}

/** Expects this balance in the top bar, also while a dialog is open. */
export const expectBalance = (page: Page, shown: string) =>
  expect(page.locator('header')).toContainText(shown);
