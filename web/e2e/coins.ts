import { expect, type Page } from '@playwright/test';
import { grant } from './admin.ts';

/** Gives coins to a user who is signed in there, and shows the page with them. */
export async function grantCoins(page: Page, amount: number): Promise<void> {
  await grant(page, 'coins', '--amount', String(amount));
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Online' }).check();
}

/** The balance in the bar shows so much, also while a dialog has the screen. */
export const expectBalance = (page: Page, shown: string) =>
  expect(page.locator('header')).toContainText(shown);
