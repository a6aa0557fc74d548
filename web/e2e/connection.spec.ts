import { expect, type Page, type Route, test } from '@playwright/test';
import { cell, visitHome, withoutServer } from './local.ts';

const statusText = (page: Page, text: string) => page.getByRole('status').getByText(text);

test.describe('the connection', () => {
  /** Starts the next probe, and answers it after so many milliseconds of the page's clock. */
  async function answerProbe(page: Page, delay: number): Promise<void> {
    const [route] = await Promise.all([
      new Promise<Route>((resolve) => void page.route('**/api/health', resolve, { times: 1 })),
      page.clock.fastForward(30_000),
    ]);
    await page.clock.runFor(delay);
    await route.fulfill({ status: 200 });
  }

  const lostConnection = (page: Page) => statusText(page, 'No connection - Using cached data');

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await withoutServer(page);
    await page.goto('/auth');
    await expect(lostConnection(page)).toBeVisible();
    // Paused: on a busy machine a banner would be gone before the test looks. The clock cannot go back, hence a leap that
    // takes longer than the call to pause it, and the end of the probe that the leap starts.
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health')),
      page.clock.pauseAt(Date.now() + 60_000),
    ]);
  });

  test('is shown as slow for 5 s, and as long as probes take 3 s', async ({ page }) => {
    await answerProbe(page, 0);
    await expect(lostConnection(page)).toBeHidden();
    const slow = statusText(page, 'Slow connection');
    await answerProbe(page, 1_300);
    await expect(slow).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(slow).toBeHidden();
    await answerProbe(page, 3_200);
    await expect(slow).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(slow).toBeVisible();
    await answerProbe(page, 0);
    await expect(slow).toBeHidden();
  });

  test('is shown as lost until it is back, which is shown for 3 s', async ({ page }) => {
    await page.clock.fastForward(20_000);
    await expect(lostConnection(page)).toBeVisible();
    await answerProbe(page, 0);
    await expect(statusText(page, 'Back online!')).toBeVisible();
    await page.clock.fastForward(3_000);
    await expect(statusText(page, 'Back online!')).toBeHidden();
    await expect(lostConnection(page)).toBeHidden();
  });
});

test('the banner of a lost connection covers no button, at home or in a result', async ({ page }) => {
  const inEachWindow = async (expectUncovered: () => Promise<void>): Promise<void> => {
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectUncovered();
    }
  };
  await visitHome(page);
  await expect(statusText(page, 'No connection - Using cached data')).toBeVisible();
  await inEachWindow(async () => {
    for (const mode of ['Computer', 'Pass and play', 'Online'])
      await expect(page.getByRole('radio', { name: mode, exact: true })).toBeInViewport({ ratio: 1 });
  });
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  for (const position of [1, 2, 6, 7, 11]) await cell(page, position).click();
  const result = page.getByRole('dialog', { name: 'Mina wins!' });
  await expect(result).toBeVisible();
  await inEachWindow(async () => {
    for (const button of await result.getByRole('button').all()) await button.click({ trial: true });
  });
});
