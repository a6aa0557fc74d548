import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cell } from './local.ts';
import { findFriendly, guest, waitForGame, closeAll, playMoves } from './online.ts';

test('two guests meet, one wins, and both see the same board', async ({ browser }) => {
  const [one, two] = await Promise.all([guest(browser), guest(browser, { reducedMotion: 'no-preference' })]);
  await findFriendly(one);
  await findFriendly(two);
  const [x, o] = await waitForGame(one, two);
  await playMoves(x, o, [2, 1, 7, 3, 12]);
  const victory = x.page.getByRole('dialog', { name: 'Victory!' });
  await expect(victory).toContainText('Three in column 2: 2-7-12');
  await expect(o.page.getByRole('dialog', { name: 'Defeat' })).toContainText('Three in column 2: 2-7-12');
  await victory.getByRole('button', { name: 'Find another match' }).click();
  await expect(x.page.getByRole('dialog', { name: 'Quick match' })).toBeVisible();
  await closeAll(x, o);
});

test('a search can be cancelled, and says so', async ({ browser }) => {
  const one = await guest(browser);
  await findFriendly(one);
  await expect(one.page.getByRole('dialog').getByText('Finding opponent...')).toBeVisible();
  await expectAccessible(one.page);
  await one.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(one.page.getByText("You've left the matchmaking queue.")).toBeVisible();
  await closeAll(one);
});

test('in Arabic, on a phone: the page is mirrored, the board is not, and axe finds nothing', async ({
  browser,
}) => {
  // Both before the search, which ends after a minute.
  const [one, two] = await Promise.all([
    guest(browser, { language: 'ar', viewport: { width: 360, height: 740 } }),
    guest(browser),
  ]);
  await one.page.getByRole('button', { name: 'البحث عن مباراة' }).click();
  const dialog = one.page.getByRole('dialog', { name: 'مباراة سريعة' });
  await expect(dialog).toBeVisible();
  await expectAccessible(one.page);
  await dialog.getByRole('button', { name: 'البحث عن مباراة' }).click();
  await findFriendly(two);
  await expect(one.page.getByRole('timer')).toBeVisible();
  await expect(one.page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(one.page);
  const [left, right] = await Promise.all([cell(one.page, 1).boundingBox(), cell(one.page, 5).boundingBox()]);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  await closeAll(one, two);
});
