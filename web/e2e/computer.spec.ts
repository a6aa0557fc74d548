import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { cell, moves, visitHome } from './local.ts';
import { expectNoOverflow } from './visitor.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a player who takes O lets the computer begin, and sees that such games earn no coins', async ({
  page,
}) => {
  await visitHome(page);
  await page.getByRole('radio', { name: 'O', exact: true }).check();
  await expect(page.getByText('You play O: only wins as X earn coins.')).toBeVisible();
  await expect(moves(page)).toHaveCount(1);
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(moves(page)).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'O', exact: true })).toBeChecked();
});

test('a hint points out the solver’s move, once the player knows what it costs', async ({ page }) => {
  await visitHome(page);
  await cell(page, 1).click();
  await expect(moves(page)).toHaveCount(2);
  await button(page, 'Hint').click();
  const question = page.getByRole('dialog', { name: 'Play on with help?' });
  await expect(question).toContainText('earns no coins');
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Show hint' }).click();
  // Cell 1 is a winning first move, whatever the computer replied.
  const hint = page.getByText(/^Cell \d+ wins$/).first();
  await expect(hint).toBeVisible();
  const [, position] = /(\d+)/.exec(await hint.innerText()) ?? [];
  await cell(page, Number(position)).click();
  await expect(hint).toBeHidden();
});

test('a move taken back is gone, with the reply to it', async ({ page }) => {
  await visitHome(page);
  await expect(button(page, 'Take back')).toBeDisabled();
  await cell(page, 1).click();
  await expect(moves(page)).toHaveCount(2);
  await button(page, 'Take back').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(moves(page)).toHaveCount(0);
  await expect(cell(page, 1)).toHaveAccessibleName(/empty$/);
  await expect(page.getByText('You used help: this game earns no coins.')).toBeVisible();
});

test('the setup of a game against the computer fits a phone in every language, and axe finds nothing', async ({
  browser,
}) => {
  for (const language of ['en', 'ar', 'es'] as const) {
    const page = await browser.newPage({ viewport: { width: 320, height: 720 }, reducedMotion: 'reduce' });
    await visitHome(page, { language });
    // The setup is loaded after the board: until then, only the modes are there to be measured.
    await expect.poll(() => page.getByRole('radio').count()).toBeGreaterThan(3);
    await expectNoOverflow(page);
    for (const target of await page.locator('[data-actions] button, label:has([type=radio])').all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    if (language === 'en') await expectAccessibleInEveryTheme(page, 'computer');
    else await expectAccessible(page);
    await page.close();
  }
});
