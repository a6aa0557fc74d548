import type { Browser, BrowserContextOptions } from '@playwright/test';
import { baseURL } from './browser.ts';

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** How many times slower than this machine the phone is. */
export const cpuSlowdown = Number(process.env.CPU_SLOWDOWN ?? 4);

/** Cookies and memory of a player who has been here: home is for those alone. */
export async function signIn(browser: Browser): Promise<BrowserContextOptions> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play as Guest' }).click();
  await page.getByRole('grid').waitFor();
  const storageState = await context.storageState();
  await context.close();
  return { storageState };
}
