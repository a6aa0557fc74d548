import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { visitHome, withoutServer } from './local.ts';
import { openVisitor } from './visitor.ts';

const waitForSplash = (page: Page) => page.locator('#splash').waitFor({ state: 'detached' });

test.describe('paths', () => {
  test('lead visitors to the sign-in page, except to the pages of mailed codes', async ({ browser }) => {
    const { page, words } = await openVisitor(browser);
    for (const path of ['/', '/shop', '/games', '/nowhere']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth$/);
    }
    await page.goto('/verify-email');
    await waitForSplash(page);
    await expect(page.getByLabel(words.field.verificationCode)).toBeVisible();
    await page.goto('/reset-password');
    await waitForSplash(page);
    await expect(page.getByLabel(words.field.resetCode)).toBeVisible();
  });

  test('lead players from the sign-in page to home, unknown paths to an error page, and follow requests', async ({
    page,
  }) => {
    await visitHome(page);
    await page.goto('/auth');
    await expect(page).toHaveURL(/:\d+\/$/);
    for (const path of ['/not-found', '/no/such/page']) {
      await page.goto(path);
      await waitForSplash(page);
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    const ask = (to: string) =>
      page.evaluate((path) => dispatchEvent(new CustomEvent('navigate', { detail: { path } })), to);
    await ask('/games');
    await expect(page).toHaveURL(/\/games/);
    await ask('https://example.org/');
    await ask('//example.org/');
    await expect(page).toHaveURL(/\/games/);
  });

  test('lead back to the page before, without the dialog that was open', async ({ page }) => {
    await visitHome(page);
    await page.getByRole('link', { name: 'My games' }).click();
    await page.getByRole('link', { name: 'Back to board' }).click();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Game rules' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows that the game needs them, and no progress', async ({ page }) => {
    await page.goto('/');
    // No text locator finds what is in this element.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('#splash i')).toBeHidden();
    await expect(page.getByText('Loading your gaming experience...')).toBeHidden();
  });
});

test('a loading screen waits for the session, for 1.5 s after the splash at most', async ({ page }) => {
  await withoutServer(page);
  await page.route('**/api/auth/session', () => undefined);
  // Measured in the page: on a busy machine the test would look too late.
  await page.addInitScript(() => {
    sessionStorage.removeItem('splash-seen');
    const seen = { text: '', begin: 0, end: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const screen = document.querySelector('main[aria-busy=true]');
      if (screen && !document.querySelector('#splash:not(.gone)')) {
        seen.text = screen.textContent;
        seen.begin ||= performance.now();
      } else if (seen.text) seen.end ||= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    // The limit of the wait begins before the screen. Here it also waits for the screen: the app may load for longer.
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      const end = (): unknown => (seen.text ? controller.abort() : setTimeout(end, 50));
      setTimeout(end, ms);
      return controller.signal;
    };
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play as Guest' })).toBeVisible();
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { text: string; begin: number; end: number } }).seen,
  );
  expect(seen.text).toContain('Made by Fifteen Studio');
  // 2.5 s of the splash and 1.5 s, and what a busy machine takes to draw the next page.
  expect(seen.end).toBeGreaterThanOrEqual(3_900);
  expect(seen.end - seen.begin).toBeLessThan(12_000);
});

test('a part of the app that fails to load shows an error, and can be retried', async ({ page }) => {
  await visitHome(page);
  await page.route('**/assets/GamesPage*', (route) => route.abort());
  await page.getByRole('link', { name: 'My games' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/GamesPage*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
});

test('the app is shared from the menu: its link, a feed in a small window', async ({ page, context }) => {
  await context.route('https://www.facebook.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'a feed' }),
  );
  await visitHome(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Fifteen' });
  await expect(dialog).toContainText(new URL(page.url()).origin);
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectAccessible(page);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Share on Facebook' }).click(),
  ]);
  await expect(popup.getByText('a feed')).toBeVisible();
  await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400]);
  expect(new URL(popup.url()).searchParams.get('u')).toBe(new URL(page.url()).origin);
  expect(await popup.evaluate(() => opener === null)).toBe(true);
});

test('a long menu scrolls within a phone on its side', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await visitHome(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeFocused();
  const bottom = async () => {
    const box = await menu.boundingBox();
    return box && box.y + box.height;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(360);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport();
});
