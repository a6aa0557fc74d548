import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cell, moves, visitHome } from './local.ts';
import { deployment } from './nextVersion.ts';
import { openVisitor } from './visitor.ts';

/** Service workers run, as they do for players. */
test.use({ serviceWorkers: 'allow' });

const waitForSplash = (page: Page) => page.locator('#splash').waitFor({ state: 'detached' });
/** Time for the service worker to fetch the whole app on a busy machine. */
const FETCH_TIMEOUT = { timeout: 200_000 };
const waitForWorker = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), FETCH_TIMEOUT)
    .toBe(true);
/** Waits until the page fetches nothing more. A worker that still serves a request is not replaced. */
async function waitForIdle(page: Page): Promise<void> {
  // Hovering loads the menu's code, which would otherwise be loaded some seconds later, during the test.
  await page.getByRole('button', { name: 'Menu' }).hover();
  let fetched = -1;
  const isSame = async () => {
    const before = fetched;
    fetched = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return fetched === before;
  };
  await expect.poll(isSame, { intervals: [1_000] }).toBe(true);
}

test.describe('without a network', () => {
  // The service worker fetches the whole app first.
  test.slow();

  test('a returning user opens the app and plays, alone and in two, in any language', async ({ browser }) => {
    const { page } = await openVisitor(browser);
    await page.getByRole('button', { name: 'Play as Guest' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await waitForWorker(page);
    const context = page.context();
    await page.close();
    await context.setOffline(true);

    const cold = await context.newPage();
    await cold.goto('/');
    await waitForSplash(cold);
    await expect(cold.getByRole('status').getByText('No connection - Using cached data')).toBeVisible();
    await cell(cold, 7).click();
    await expect(moves(cold)).toHaveCount(2);
    const discard = async () => {
      await cold.getByRole('button', { name: 'Discard game' }).click();
      // Else the next press may be for the board of the game before.
      await expect(moves(cold)).toHaveCount(0);
    };
    await cold.getByRole('radio', { name: 'Master' }).click();
    await discard();
    await cell(cold, 2).click();
    await expect(moves(cold)).toHaveCount(2);

    await cold.getByRole('radio', { name: 'Pass and play' }).click();
    await discard();
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
    await waitForSplash(cold);
    await expect(cold.getByRole('heading', { level: 1 })).toContainText('404');
    await context.close();
  });

  test('the browser finds all it wants of an app that can be installed', async ({ page, request }) => {
    await visitHome(page);
    await waitForWorker(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Tests run in private windows, where no app can be installed.
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
  // Tests run in private windows, where the browser never offers to install an app.
  const canInstall = () =>
    page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  const visit = async (day: number) => {
    await page.clock.setFixedTime(`2026-11-${day}T12:00:00Z`);
    await page.reload();
    await waitForSplash(page);
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
  await page.getByRole('button', { name: 'Discard game' }).click();
  await hint.getByRole('button', { name: 'No, thanks' }).click();
  await visit(23);
  await expect(page.getByRole('heading', { name: 'Online record' })).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test.describe('a new version', () => {
  // Two tabs fetch two whole versions.
  test.slow();

  test('is offered, let in by the tab that asks for it, and forces itself on no other', async ({
    browser,
    baseURL,
  }) => {
    const product = await deployment(baseURL ?? '');
    const context = await browser.newContext({ baseURL: product.url });
    const page = await context.newPage();
    await visitHome(page);
    await waitForWorker(page);
    const other = await context.newPage();
    await visitHome(other);
    await cell(other, 7).click();
    const offer = (tab: Page) => tab.getByRole('button', { name: 'Update' });
    await expect(offer(page)).toBeHidden();

    product.deploy();
    await page.reload();
    await waitForSplash(page);
    await expect(page.getByText('A new version is ready.')).toBeVisible(FETCH_TIMEOUT);
    for (const tab of [page, other]) await waitForIdle(tab);
    // Both times are from the browser's clock, which drifts from that of this process.
    const { started, pressedAt } = await page.evaluate(() => {
      const { timeOrigin } = performance;
      return { started: timeOrigin, pressedAt: timeOrigin + performance.now() };
    });
    await offer(page).click();
    await expect
      .poll(() => page.evaluate(() => performance.timeOrigin).catch(() => started), FETCH_TIMEOUT)
      .not.toBe(started);
    const reloaded = await page.evaluate(() => performance.timeOrigin);
    expect(reloaded - pressedAt).toBeGreaterThanOrEqual(300);
    await waitForSplash(page);
    await expect(offer(page)).toBeHidden();

    // The game in the other tab goes on. That tab is offered the new version, too.
    await expect(cell(other, 7)).toHaveAccessibleName(/, X/);
    await expect(offer(other)).toBeVisible();
    await context.close();
    product.close();
  });

  test('is dismissed over a dialog, which stays open, and is not offered again in the session', async ({
    browser,
    baseURL,
  }) => {
    const product = await deployment(baseURL ?? '');
    const context = await browser.newContext({ baseURL: product.url });
    const page = await context.newPage();
    await visitHome(page);
    await waitForWorker(page);
    product.deploy();
    await page.reload();
    await waitForSplash(page);
    const offer = page.getByText('A new version is ready.');
    await expect(offer).toBeVisible(FETCH_TIMEOUT);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Game rules' });
    await expect(dialog).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.reload();
    await waitForSplash(page);
    await page.waitForTimeout(2_000);
    await expect(offer).toBeHidden();
    await context.close();
    product.close();
  });
});
