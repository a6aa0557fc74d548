import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cell, visitHome, withoutServer } from './local.ts';
import { deployment } from './nextVersion.ts';
import { visitor } from './visitor.ts';

/** The app is installed and kept as for players. */
test.use({ serviceWorkers: 'allow' });

const splashOver = (page: Page) => page.locator('#splash').waitFor({ state: 'detached' });
/** Fetching all that is kept, and all of a new version, takes a busy machine its time. */
const FETCHED = { timeout: 90_000 };
const served = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), FETCHED).toBe(true);
/** The page fetches nothing more: a worker that still serves its page does not make room for the next one. */
async function atRest(page: Page): Promise<void> {
  // The menu's code comes when the pointer does; otherwise it would come some seconds after home, in the middle of the test.
  await page.getByRole('button', { name: 'Menu' }).hover();
  let fetched = -1;
  const isSame = async () => {
    const before = fetched;
    fetched = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return fetched === before;
  };
  await expect.poll(isSame, { intervals: [1_000], timeout: 30_000 }).toBe(true);
}
const line = (page: Page, text: string) => page.getByRole('status').getByText(text);

test.describe('without a network', () => {
  // All that is kept has to be fetched first.
  test.slow();

  test('a returning user opens the app and plays, alone and in two, in any language', async ({ browser }) => {
    const { page } = await visitor(browser);
    await page.getByRole('button', { name: 'Play as Guest' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await served(page);
    const context = page.context();
    await page.close();
    await context.setOffline(true);

    const cold = await context.newPage();
    await cold.goto('/');
    await splashOver(cold);
    await expect(line(cold, 'No connection - Using cached data')).toBeVisible();
    await cell(cold, 7).click();
    await expect(cold.getByRole('list', { name: 'Moves so far' }).getByRole('listitem')).toHaveCount(2);
    const discard = cold.getByRole('button', { name: 'Discard game' });
    await cold.getByRole('radio', { name: 'Master' }).click();
    await discard.click();
    await cell(cold, 2).click();
    await expect(cold.getByRole('list', { name: 'Moves so far' }).getByRole('listitem')).toHaveCount(2);

    await cold.getByRole('radio', { name: 'Pass and play' }).click();
    await discard.click();
    for (const position of [1, 2, 6, 7, 11]) await cell(cold, position).click();
    const over = cold.getByRole('dialog');
    await expect(over).toContainText('Three in column 1: 1-6-11');
    await cold.keyboard.press('Escape');
    await expect(over).toBeHidden();

    await cold.getByRole('button', { name: 'Menu' }).click();
    await cold.getByRole('menuitem', { name: /Language/ }).click();
    await cold.getByRole('radio', { name: /Español/ }).click();
    await expect(cold.locator('html')).toHaveAttribute('lang', 'es');
    await cold.goto('/nowhere');
    await splashOver(cold);
    await expect(cold.getByRole('heading', { level: 1 })).toContainText('404');
    await context.close();
  });

  test('the browser finds all it wants of an app that can be installed', async ({ page, request }) => {
    await visitHome(page);
    await served(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // The window of a test is a private one, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );
    const { data = '' } = await devtools.send('Page.getAppManifest');
    const { icons } = JSON.parse(data) as { icons: { src: string; purpose?: string }[] };
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src } of icons) expect((await request.get(src)).ok(), src).toBe(true);
  });
});

test('the app offers on the third day to be installed, between games, and takes no for good', async ({
  page,
}) => {
  const hint = page.getByRole('region', { name: 'Fifteen as an app' });
  // The window of a test is a private one, in which the browser never says that the app can be installed.
  const canInstall = () =>
    page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  const visit = async (day: number) => {
    await page.clock.setFixedTime(`2026-11-${day}T12:00:00Z`);
    await page.reload();
    await splashOver(page);
    await canInstall();
  };
  await page.clock.setFixedTime('2026-11-20T12:00:00Z');
  await visitHome(page);
  await canInstall();
  await visit(20);
  await visit(21);
  await expect(page.getByRole('heading', { name: 'Online record' })).toBeVisible();
  await expect(hint).toHaveCount(0);
  await visit(22);
  await expect(hint).toBeVisible();
  await expectAccessible(page);
  await cell(page, 7).click();
  await expect(hint).toHaveCount(0);
  await page.getByRole('button', { name: 'Reset' }).click();
  await hint.getByRole('button', { name: 'No, thanks' }).click();
  await visit(23);
  await expect(page.getByRole('heading', { name: 'Online record' })).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test.describe('a new version', () => {
  // Two versions are fetched whole, and by two tabs.
  test.slow();

  test('is offered, let in by the tab that asks for it, and forces itself on no other', async ({
    browser,
    baseURL,
  }) => {
    const product = await deployment(baseURL ?? '');
    const context = await browser.newContext({ baseURL: product.url });
    const page = await context.newPage();
    await visitHome(page);
    await served(page);
    const other = await context.newPage();
    await visitHome(other);
    await cell(other, 7).click();
    const offer = (tab: Page) => tab.getByRole('button', { name: 'Update' });
    await expect(offer(page)).toBeHidden();

    product.deploy();
    await page.reload();
    await splashOver(page);
    await expect(page.getByText('A new version is ready.')).toBeVisible(FETCHED);
    for (const tab of [page, other]) await atRest(tab);
    // Both from the browser's clock, which drifts from this process's.
    const { started, asked } = await page.evaluate(() => {
      const { timeOrigin } = performance;
      return { started: timeOrigin, asked: timeOrigin + performance.now() };
    });
    await offer(page).click();
    await expect
      .poll(() => page.evaluate(() => performance.timeOrigin).catch(() => started), FETCHED)
      .not.toBe(started);
    const reloaded = await page.evaluate(() => performance.timeOrigin);
    expect(reloaded - asked).toBeGreaterThanOrEqual(300);
    await splashOver(page);
    await expect(offer(page)).toBeHidden();

    // The game in the other tab goes on; it is offered the version that serves it now.
    await expect(cell(other, 7)).toHaveAccessibleName(/, X/);
    await expect(offer(other)).toBeVisible();
    await context.close();
    product.close();
  });

  test('that was dismissed is not offered again in the session', async ({ browser, baseURL }) => {
    const product = await deployment(baseURL ?? '');
    const context = await browser.newContext({ baseURL: product.url });
    const page = await context.newPage();
    await visitHome(page);
    await served(page);
    product.deploy();
    await page.reload();
    await splashOver(page);
    await page.getByRole('button', { name: 'Later' }).click(FETCHED);
    await expect(page.getByText('A new version is ready.')).toBeHidden();
    await page.reload();
    await splashOver(page);
    await page.waitForTimeout(2_000);
    await expect(page.getByText('A new version is ready.')).toBeHidden();
    await context.close();
    product.close();
  });
});

test.describe('the connection', () => {
  /** The probe is answered so late; null: not at all. */
  async function answerProbe(page: Page, delay: number | null): Promise<void> {
    await page.unroute('**/api/health');
    await page.route('**/api/health', async (route) => {
      if (delay === null) return route.abort();
      await new Promise((resolve) => setTimeout(resolve, delay));
      return route.fulfill({ status: 200 });
    });
  }

  test('is shown as slow for 5 s, and as long as probes take 3 s', async ({ page }) => {
    await page.clock.install();
    await withoutServer(page);
    await answerProbe(page, 1_300);
    await page.goto('/auth');
    const slow = line(page, 'Slow connection');
    await expect(slow).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(slow).toBeHidden();
    await answerProbe(page, 3_200);
    await page.clock.fastForward(30_000);
    await expect(slow).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(slow).toBeVisible();
    await answerProbe(page, 0);
    await page.clock.fastForward(30_000);
    await expect(slow).toBeHidden();
  });

  test('is shown as lost until it is back, which is shown for 3 s', async ({ page }) => {
    await page.clock.install();
    await withoutServer(page);
    await page.goto('/auth');
    const gone = line(page, 'No connection - Using cached data');
    await expect(gone).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(gone).toBeVisible();
    await answerProbe(page, 0);
    await page.clock.fastForward(30_000);
    await expect(line(page, 'Back online!')).toBeVisible();
    await page.clock.fastForward(3_000);
    await expect(line(page, 'Back online!')).toBeHidden();
    await expect(gone).toBeHidden();
  });
});

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [844, 390],
] as const)
  test(`at ${width} × ${height} the banner of a lost connection covers no button of a result`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await visitHome(page);
    await expect(line(page, 'No connection - Using cached data')).toBeVisible();
    for (const mode of ['Computer', 'Pass and play', 'Online'])
      await expect(page.getByRole('radio', { name: mode, exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('radio', { name: 'Pass and play' }).check();
    for (const position of [1, 2, 6, 7, 11]) await cell(page, position).click();
    const result = page.getByRole('dialog', { name: 'Mina wins!' });
    await expect(result).toBeVisible();
    for (const button of await result.getByRole('button').all()) await button.click({ trial: true });
  });

test.describe('paths', () => {
  test('lead visitors to the sign-in page, except to the pages of mailed codes', async ({ browser }) => {
    const { page, words } = await visitor(browser);
    for (const path of ['/', '/shop', '/games', '/nowhere']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth$/);
    }
    await page.goto('/verify-email');
    await splashOver(page);
    await expect(page.getByLabel(words.field.verificationCode)).toBeVisible();
    await page.goto('/reset-password');
    await splashOver(page);
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
      await splashOver(page);
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
});

test('a loading screen waits for the session, for 1.5 s after the splash at most', async ({ page }) => {
  await withoutServer(page);
  await page.route('**/api/auth/session', () => undefined);
  // Measured in the page: on a busy machine the test would look too late.
  await page.addInitScript(() => {
    const seen = { said: '', from: 0, to: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const screen = document.querySelector('main[aria-busy=true]');
      if (screen && !document.querySelector('#splash:not(.gone)')) {
        seen.said = screen.textContent;
        seen.from ||= performance.now();
      } else if (seen.from) seen.to ||= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play as Guest' })).toBeVisible();
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { said: string; from: number; to: number } }).seen,
  );
  expect(seen.said).toContain('Made by Fifteen Studio');
  // The screen goes with what is drawn next, whose code may have to come first.
  expect(seen.to - seen.from).toBeGreaterThan(1_000);
  expect(seen.to - seen.from).toBeLessThan(4_000);
});

test('a part of the app that fails to load shows an error, and can be retried', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await visitHome(page);
  await page.route('**/assets/GamesPage*', (route) => route.abort());
  await page.getByRole('link', { name: 'My games' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible({
    timeout: 15_000,
  });
  await page.unroute('**/assets/GamesPage*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
  await context.close();
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
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400]);
  expect(new URL(popup.url()).searchParams.get('u')).toBe(new URL(page.url()).origin);
  expect(await popup.evaluate(() => opener === null)).toBe(true);
});

test('a long menu scrolls within a phone on its side', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await visitHome(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport();
});
