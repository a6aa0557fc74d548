import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInEveryTheme } from './axe.ts';
import { guest, closeAll, watchForStatus } from './online.ts';

const product = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function openShop(page: Page, tab = 'styles'): Promise<void> {
  await page.goto(`/shop?tab=${tab}`);
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(page.getByRole('listitem')).not.toHaveCount(0);
}

/** Solves the six boards of the open tutorial. */
async function solveTutorial(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const position of [7, 7, 5, 10, 10, 11]) {
    await dialog.locator(`[data-cell="${position}"]`).click();
    await dialog.locator('[data-onward]').click();
  }
  await expect(dialog).toBeHidden();
}

test('a player who solves the tutorial earns a style and an emoji, and can use them', async ({ browser }) => {
  const person = await guest(browser);
  const { page } = person;
  await openShop(page);
  const near = page.getByRole('region', { name: 'Within reach' });
  await expect(near.getByRole('heading', { level: 3 })).toHaveText(['Chalk']);
  await expectAccessibleInEveryTheme(page, 'a reward to earn');
  await product(page, 'Chalk').getByRole('button', { name: 'Start the tutorial' }).click();
  const expectEarned = await watchForStatus(page, 'You earned Chalk and 👋');
  await solveTutorial(page);
  await expectEarned();
  await expect(page.getByRole('region', { name: 'Yours' })).toContainText('Chalk');
  await product(page, 'Chalk').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Style Activated!')).toBeVisible();

  await openShop(page, 'emojis');
  await expect(page.getByRole('region', { name: 'Yours' })).toContainText('Hello');
  await closeAll(person);
});

test('the first opened review earns an emoji, once', async ({ browser }) => {
  const person = await guest(browser);
  const { page } = person;
  await page.addInitScript(() => {
    const moves = [1, 7, 2, 3, 4, 8, 14, 11];
    const game = { id: 'local-game-e2e', mode: 'ai', difficulty: 'medium', moves, endedAt: Date.now() };
    localStorage.setItem('localGames', JSON.stringify([game]));
  });
  await page.goto('/games/local-game-e2e');
  await expect(page.getByText('You earned 💡')).toBeVisible();
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByText('You earned 💡')).toHaveCount(0);
  await openShop(page, 'emojis');
  await expect(page.getByRole('region', { name: 'Yours' })).toContainText('Idea');
  await closeAll(person);
});
