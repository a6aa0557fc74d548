import { type Browser, expect, type Page, test } from '@playwright/test';
import { grant } from './admin.ts';
import { expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { cell } from './local.ts';
import { guest, closeAll, type OnlinePlayer, playMoves, startFriendly, waitForGame } from './online.ts';
import { expectNoOverflow } from './visitor.ts';

const product = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const topBar = (page: Page) => page.getByRole('banner');

async function openShop(page: Page, path = '/shop'): Promise<void> {
  await page.goto(path);
  await page.locator('#splash').waitFor({ state: 'detached' });
  await expect(page.getByRole('tablist')).toBeVisible();
}

/** Opens the shop with a new guest who was given so many coins. */
async function customer(browser: Browser, coins: number, path?: string): Promise<OnlinePlayer> {
  const person = await guest(browser);
  if (coins > 0) await grant(person.page, 'coins', '--amount', String(coins));
  await openShop(person.page, path);
  return person;
}

async function buy(page: Page, name: string): Promise<void> {
  await product(page, name).getByRole('button', { name: 'Buy' }).click();
  const large = page.getByRole('dialog', { name: `Buy ${name}?` });
  const either = large.or(page.getByRole('dialog', { name: 'Purchase Successful!' }));
  await expect(either).toBeVisible();
  if (await large.isVisible()) await large.getByRole('button', { name: 'Buy' }).click();
  const done = page.getByRole('dialog', { name: 'Purchase Successful!' });
  await expect(done).toContainText(name);
  await done.getByRole('button', { name: 'Continue' }).click();
  await expect(done).toBeHidden();
}

test('a bought style is on both boards of an online game', async ({ browser }) => {
  const mina = await customer(browser, 10_000_000);
  await buy(mina.page, 'Autumn');
  await product(mina.page, 'Autumn').getByRole('button', { name: 'Activate' }).click();
  await expect(mina.page.getByText('Style Activated!')).toBeVisible();
  await expect(product(mina.page, 'Autumn').getByRole('button', { name: 'Active' })).toBeDisabled();
  await expect(product(mina.page, 'Classic').getByRole('button', { name: 'Activate' })).toBeEnabled();
  await mina.page.getByRole('link', { name: 'Back to Home' }).click();
  await mina.page.getByRole('radio', { name: 'Online' }).check();

  const other = await guest(browser);
  await startFriendly(mina, other);
  const [x, o] = await waitForGame(mina, other);
  await playMoves(x, o, [2, 7]);
  const [ownCell, otherCell] = x === mina ? [2, 7] : [7, 2];
  for (const { page } of [mina, other]) {
    await expect(cell(page, ownCell).locator('[data-piece-style=autumn]')).toBeVisible();
    await expect(cell(page, otherCell).locator('[data-piece-style=default]')).toBeVisible();
  }
  await closeAll(mina, other);
});

test('a player without enough coins cannot buy, and sees how many are missing', async ({ browser }) => {
  const person = await customer(browser, 0);
  const { page } = person;
  const autumn = product(page, 'Autumn').getByRole('button', { name: 'coins' });
  await expect(autumn).toBeDisabled();
  await expect(autumn).toHaveText('Need 9,999,000 more coins');
  for (const [tab, name] of [
    ['Emojis', 'Smile'],
    ['Avatar Frames', 'Firestorm'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(product(page, name).getByRole('button', { name: 'Insufficient Coins' })).toBeDisabled();
  }
  await closeAll(person);
});

test('a double click is charged once, and what was bought is still there after a reload', async ({
  browser,
}) => {
  const person = await customer(browser, 30_000_000);
  const { page } = person;
  // The purchase waits for both clicks: the second would close the dialog of a purchase that has succeeded.
  const clicks = Promise.withResolvers<void>();
  await page.route('**/api/piece-styles/purchase', (route) => clicks.promise.then(() => route.continue()));
  await product(page, 'Autumn').getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('dialog', { name: 'Buy Autumn?' }).getByRole('button', { name: 'Buy' }).dblclick();
  clicks.resolve();
  await page
    .getByRole('dialog', { name: 'Purchase Successful!' })
    .getByRole('button', { name: 'Continue' })
    .click();
  await expect(topBar(page)).toContainText('20,001,000');
  await page.getByRole('tab', { name: 'Emojis' }).click();
  await buy(page, 'Smile');
  await openShop(page, '/shop?tab=emojis');
  await expect(topBar(page)).toContainText('19,951,000');
  await expect(product(page, 'Smile')).toContainText('Owned');
  await closeAll(person);
});

test('a frame is put on and taken off', async ({ browser }) => {
  const person = await customer(browser, 1_000_000_000, '/shop?tab=frames');
  const { page } = person;
  await expect(product(page, 'Classic').getByRole('button')).toBeDisabled();
  await buy(page, 'Thundering');
  await product(page, 'Thundering').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Frame Activated!')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  const equipped = page.getByRole('banner').locator('[data-decoration=thundering]');
  await expect(equipped).toBeVisible();
  await openShop(page, '/shop?tab=frames');
  await product(page, 'Thundering').getByRole('button', { name: 'Remove Frame' }).click();
  await expect(page.getByText('Frame removed')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(equipped).toHaveCount(0);
  await closeAll(person);
});

test('an item is tried on for ten seconds on the own board, and nothing is bought', async ({ browser }) => {
  const person = await customer(browser, 0);
  const { page } = person;
  for (const [tab, name] of [
    ['Piece Styles', 'Lotus'],
    ['Emojis', 'Smile'],
    ['Avatar Frames', 'Firestorm'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await product(page, name).getByRole('button', { name: 'Try on' }).click();
    const dialog = page.getByRole('dialog', { name: `Trying on ${name}` });
    await expect(dialog.getByRole('grid')).toBeVisible();
    if (tab !== 'Piece Styles') await dialog.getByRole('button', { name: 'Stop' }).click();
    else await expect(dialog.locator('[data-piece-style=lotus]').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  }
  await openShop(page);
  await expect(page.getByRole('region', { name: 'Yours' }).getByRole('listitem')).toHaveCount(1);
  await closeAll(person);
});

test('the shop needs a session', async ({ page }) => {
  await page.goto('/shop');
  await expect(page).toHaveURL(/\/auth/);
});

test('axe finds nothing in any theme, and nothing is wider than a phone, in either direction', async ({
  browser,
}) => {
  const person = await customer(browser, 15_000_000);
  const { page } = person;
  await expect(product(page, 'Lotus')).toBeVisible();
  await expectAccessibleInEveryTheme(page, 'piece styles');
  await page.getByRole('tab', { name: 'Avatar Frames' }).click();
  await expect(product(page, 'Firestorm')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 720 });
  await expectNoOverflow(page);
  await closeAll(person);
  const arab = await guest(browser, { language: 'ar', viewport: { width: 320, height: 720 } });
  await openShop(arab.page);
  await expect(arab.page.getByRole('listitem')).not.toHaveCount(0);
  await expectNoOverflow(arab.page);
  await expectAccessible(arab.page);
  await closeAll(arab);
});
