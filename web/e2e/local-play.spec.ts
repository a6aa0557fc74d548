import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cell, moves, visitHome, withoutServer } from './local.ts';
import { watchForStatus } from './online.ts';
import { expectNoOverflow } from './visitor.ts';

test('the splash stands for 2.5 s over a home that is there already, and cannot be reached', async ({
  page,
}) => {
  await withoutServer(page);
  // Measured in the page: on a busy machine the test would look too late.
  await page.addInitScript(() => {
    const seen = { text: '', inertAtFirst: false, homeUnder: false, openAfter: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const root = document.getElementById('root');
      if (!root || seen.openAfter) return;
      if (root.inert) {
        seen.inertAtFirst = true;
        seen.text = document.getElementById('splash')?.textContent ?? '';
        seen.homeUnder ||= root.childElementCount > 0;
      } else seen.openAfter = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    // The first timer of the page ends the splash. Here it also waits for the app, which may load for more than 2.5 s.
    const start = window.setTimeout;
    window.setTimeout = ((end: () => void, delay: number) => {
      window.setTimeout = start;
      const endOverApp = (): unknown =>
        document.getElementById('root')?.hasChildNodes() ? end() : start(endOverApp, 50);
      return start(endOverApp, delay);
    }) as typeof start;
  });
  await page.goto('/');
  await page.locator('#splash').waitFor({ state: 'detached' });
  const seen = await page.evaluate(
    () =>
      (
        globalThis as unknown as {
          seen: { text: string; inertAtFirst: boolean; homeUnder: boolean; openAfter: number };
        }
      ).seen,
  );
  expect(seen.text).toContain('Strategic Tic-Tac-Toe Experience');
  expect(seen.text).toContain('Loading your gaming experience...');
  expect(seen).toMatchObject({ inertAtFirst: true, homeUnder: true });
  expect(seen.openAfter).toBeGreaterThanOrEqual(2_490);
});

test('the splash is shown once in a session: after a reload it ends with the page below it', async ({
  page,
}) => {
  await visitHome(page, { splash: true });
  // The first timer of the page is the splash's. It never ends here, so only the app can end the splash.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    window.setTimeout = ((work: () => void) => {
      window.setTimeout = start;
      return start(work, 600_000);
    }) as typeof start;
  });
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(page.getByRole('grid')).toBeVisible();
});

test('two players play a whole game on one device with the keyboard alone', async ({ page }) => {
  // Without confetti: axe takes its canvas for content.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitHome(page);
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  await cell(page, 1).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // X 1, O 2, X 6, O 7, X 11: a column.
  await press('Enter', 'ArrowRight', 'Enter', 'ArrowLeft', 'ArrowDown', 'Enter', 'ArrowRight', 'Enter');
  await expectAccessible(page);
  await press('ArrowLeft', 'ArrowDown', 'Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Player X won. Three in column 1: 1-6-11' }),
  ).toBeAttached();
  const dialog = page.getByRole('dialog', { name: 'Mina wins!' });
  await expect(dialog).toContainText('Three in column 1: 1-6-11');
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Play Again' })).toBeFocused();
  // The countdown takes 2 s.
  const expectCountdown = await watchForStatus(page, 'Starting new game...');
  await page.keyboard.press('Enter');
  await expectCountdown();
  await expect(cell(page, 1)).toHaveAccessibleName(/empty$/);
});

test('the computer answers, and a reload finds the game as it was', async ({ page }) => {
  await visitHome(page);
  await cell(page, 7).click();
  await expect(moves(page)).toHaveCount(2);
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(cell(page, 7)).toHaveAccessibleName(/, X$/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Discard game' }).click();
  await expect(cell(page, 7)).toHaveAccessibleName(/empty$/);
});

test('master answers from its own thread', async ({ page }) => {
  await visitHome(page);
  await page.getByRole('radio', { name: 'Master' }).check();
  await cell(page, 2).click();
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  await expect(moves(page)).toHaveCount(2);
});

test('a cell that is locked says so', async ({ page }) => {
  await visitHome(page);
  await cell(page, 8).click({ force: true });
  await expect(page.getByText('Position 8 is locked on the first move')).toBeVisible();
});

test('Arabic mirrors the page and leaves the board as it is', async ({ page }) => {
  await visitHome(page, { language: 'ar' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const [left, right] = await Promise.all([cell(page, 1).boundingBox(), cell(page, 5).boundingBox()]);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
});

test('nothing is cut off on a phone, in either direction, on a tablet and on a laptop', async ({ page }) => {
  await visitHome(page);
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [740, 360],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page);
    // The board takes its size from the window a frame later.
    await expect(async () => {
      const { width: size = 0 } = (await cell(page, 1).boundingBox()) ?? {};
      expect(size).toBeGreaterThanOrEqual(width === 320 ? 50 : 53);
      const last = await cell(page, 15).boundingBox();
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(height);
    }, `${width} × ${height}`).toPass();
  }
});

test('text of twice the size fits into a tablet and a laptop, the name of the player included', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visitHome(page);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  const name = page.getByRole('banner').getByText('Mina', { exact: true });
  const isWhole = () => name.evaluate((text) => text.clientWidth > 0 && text.scrollWidth <= text.clientWidth);
  for (const [width, height] of [
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page);
    await expect.poll(isWhole, `${width} × ${height}`).toBe(true);
  }
});

test('a small phone on its side needs no scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 560, height: 320 });
  await visitHome(page);
  for (const width of [560, 594, 628]) {
    await page.setViewportSize({ width, height: 480 });
    await expectNoOverflow(page);
  }
});

test('a zoom of 400 % needs no scrolling sideways, and the board can be played', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await visitHome(page);
  await expectNoOverflow(page);
  await cell(page, 1).click();
  await expect(cell(page, 1)).toHaveAccessibleName(/, X/);
});
