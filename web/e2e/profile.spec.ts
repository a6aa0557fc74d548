import { Buffer } from 'node:buffer';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { guest, startGuestGame, closeAll, type OnlinePlayer, playMoves } from './online.ts';
import { dialog, onlinePlayer } from './rooms.ts';

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** X: column 2. */
const WIN_FOR_X = [2, 1, 7, 3, 12];

const button = ({ page }: OnlinePlayer, name: string | RegExp) => page.getByRole('button', { name });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function choose(player: OnlinePlayer, item: string): Promise<void> {
  await button(player, 'Menu').click();
  await player.page.getByRole('menuitem', { name: item }).click();
}

test('a name and a picture are changed, and others see them', async ({ browser }) => {
  const ada = await guest(browser);
  await button(ada, 'Your profile').click();
  const card = ada.page.getByRole('dialog');
  await expect(card).toContainText('10 wins left to the next level');
  await expect(card).toContainText('1,000');
  await expectAccessible(ada.page);
  await card.getByRole('button', { name: 'Edit profile' }).click();

  const edit = dialog(ada, 'Edit profile');
  await expect(edit).toBeVisible();
  await expectAccessible(ada.page);
  const upload = edit.locator('input[type=file]');
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(toast(ada.page, 'Please select an image file')).toBeVisible();
  await upload.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1_100_000) });
  await expect(toast(ada.page, 'Please select an image under 1MB')).toBeVisible();
  await edit.getByLabel('Display name').fill(' ');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toContainText('Enter your display name');

  // A photograph above the limit is scaled down before it is sent.
  const photo = await ada.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1_400, 1_000);
    const context = canvas.getContext('2d');
    const noise = context?.createImageData(1_400, 1_000);
    for (let i = 0; noise && i < noise.data.length; i += 1)
      noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    if (noise) context?.putImageData(noise, 0, 0);
    const reader = new FileReader();
    reader.readAsDataURL(await canvas.convertToBlob());
    await new Promise((resolve) => (reader.onload = resolve));
    return String(reader.result).split(',')[1] ?? '';
  });
  const buffer = Buffer.from(photo, 'base64');
  expect(buffer.length).toBeGreaterThan(1_048_576);
  await upload.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await expect(edit.locator('img')).toHaveAttribute('src', /^data:image\/(webp|jpeg);/);
  await upload.setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture });
  await edit.getByLabel('Display name').fill('Ada the First');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(ada.page, 'Your profile has been updated successfully')).toBeVisible();
  await expect(ada.page.getByRole('banner')).toContainText('Ada the First');
  await expect(ada.page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/api\/avatars\//);

  // A new visitor has not seen her earlier name.
  const other = await guest(browser);
  await choose(other, 'Online players');
  // Home has the same button beside its board.
  const row = await onlinePlayer(other, 'Ada the First');
  await row.getByRole('button', { name: "Ada the First's profile" }).click();
  const seen = dialog(other, 'Ada the First');
  await expect(seen.locator('img')).toHaveAttribute('src', /^\/api\/avatars\//);
  // The card of another player does not show their gold.
  await expect(seen).not.toContainText('Gold');
  await expect(seen.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
  await seen.getByRole('button', { name: 'Close profile' }).click();
  await expect(seen).toHaveCount(0);
  await closeAll(ada, other);
});

test('a first win is an achievement, at once and in the list, and moves the board of all time', async ({
  browser,
}) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, WIN_FOR_X);
  await expect(dialog(x, 'Victory!')).toContainText('First Victory');
  await dialog(x, 'Victory!').getByRole('button', { name: 'View board' }).click();

  await choose(x, 'Achievements');
  const list = dialog(x, 'Achievements');
  await expect(list).toContainText('1 of 12 unlocked');
  await expect(list.getByRole('listitem').filter({ hasText: 'First Victory' })).toContainText('Unlocked on');
  await expect(list.getByRole('listitem').filter({ hasText: 'Grandmaster' })).toContainText('Locked');
  await expect(list.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await expect(list.getByRole('radio', { name: /^Legend/ })).toBeDisabled();
  await expectAccessibleInEveryTheme(x.page, 'achievements');
  await list.getByRole('button', { name: 'Close' }).click();

  await button(x, 'Weekly leaderboard').click();
  const board = dialog(x, 'Weekly Leaderboard');
  // Guests are not ranked, but members of other tests may be.
  // On the last day of a week without days, in its last hour without hours.
  await expect(board).toContainText(/Ends in (\d+ d )?(\d+ h )?\d+ min/);
  await expect(board).toContainText(/players? on the leaderboard|No weekly data yet/);
  await board.getByRole('button', { name: 'Top 50 Rewards' }).click();
  const rewards = dialog(x, 'Top 50 Rewards');
  await expect(rewards).toContainText('30,000,000');
  await expect(rewards).toContainText('Ranks 11–50');
  await expectAccessible(x.page);
  await rewards.getByRole('button', { name: 'Close' }).click();
  await expectAccessible(x.page);
  await board.getByRole('button', { name: 'All-time leaderboard' }).click();

  await expect(x.page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  await expect(x.page.getByText(/^Showing \d+ players?$/)).toBeVisible();
  await expectAccessible(x.page);
  await closeAll(x, o);
});
