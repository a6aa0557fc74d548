import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectBalance, grantCoins } from './coins.ts';
import { cell } from './local.ts';
import { guest, ownTurn, closeAll, playMoves } from './online.ts';
import {
  button,
  roomCard,
  createRoom,
  dialog,
  joinRoom,
  joinRoomWithBet,
  nameOf,
  onlinePlayer,
  toast,
} from './rooms.ts';

test('a room is made, joined by a pasted link and watched, and a game for coins is played to its end', async ({
  browser,
}) => {
  const [owner, player, watcher] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  for (const { page } of [owner, player]) await grantCoins(page, 10_000);
  await button(owner, 'Create New Room').click();
  const creation = owner.page.getByRole('dialog', { name: 'Create a room' });
  await expect(creation).toBeVisible();
  await expectAccessible(owner.page);
  await creation.press('Escape');
  await expect(creation).toHaveCount(0);
  const code = await createRoom(owner, { spectators: true, bet: '5,000 coins' });
  await expect(button(owner, 'Start Game')).toBeDisabled();
  await expect(roomCard(owner)).toContainText('Waiting for a second player');
  await expectAccessible(owner.page);

  await joinRoomWithBet(player, `https://example.org/?room=${code.toLowerCase()}`);
  await expect(toast(player, 'Joined room successfully.')).toBeVisible();
  await expect(button(player, 'Wait for Start')).toBeDisabled();
  await joinRoom(watcher, ` ${code} `, 'Join as Spectator');
  await expect(watcher.page.getByText('You are watching')).toBeVisible();
  await expect(roomCard(owner)).toContainText('1 spectator');
  await expect(roomCard(owner)).toContainText(await nameOf(player.page));

  await button(owner, 'Start Game').click();
  for (const each of [owner, player]) {
    await expect(each.page.getByRole('timer')).toBeVisible();
    await expect(roomCard(each)).toContainText('PLAYING');
    await expect(button(each, 'Game Running')).toBeDisabled();
    await expectBalance(each.page, '6,000');
  }
  const [x, o] = (await ownTurn(owner).isVisible()) ? [owner, player] : [player, owner];
  await playMoves(x, o, [2, 1, 7, 3]);
  await expect(cell(watcher.page, 3)).toHaveAccessibleName(/, O/);
  await cell(watcher.page, 12).click({ force: true });
  await expect(watcher.page.getByText('You are not a player in this game')).toBeVisible();
  await expect(watcher.page.getByRole('button', { name: 'Chat' })).toHaveCount(0);

  await cell(x.page, 12).click();
  await expect(x.page.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
  await x.page.keyboard.press('Escape');
  await expectBalance(x.page, '16k');
  await expect(o.page.getByRole('dialog', { name: 'Defeat' })).toBeVisible();
  await expect(watcher.page.getByRole('dialog', { name: / wins!$/ })).toBeVisible();
  await watcher.page.keyboard.press('Escape');
  await expect(cell(watcher.page, 12)).toHaveAccessibleName(/, X/);
  await expect(roomCard(watcher)).toContainText('ACTIVE');
  // After the game: axe takes seconds of a turn.
  await expectAccessible(watcher.page);

  await button(watcher, 'Leave').click();
  await expect(watcher.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
  await closeAll(owner, player, watcher);
});

test('a private room admits invited users only', async ({ browser }) => {
  const [owner, friend] = await Promise.all([guest(browser), guest(browser)]);
  const code = await createRoom(owner, { isPrivate: true });
  await joinRoom(friend, code);
  await expect(friend.page.getByLabel('Room code')).toHaveAccessibleDescription('Room not found');
  await friend.page.getByRole('radio', { name: 'Computer' }).check();

  const name = await nameOf(friend.page);
  await button(owner, 'Invite Friends').click();
  await button(owner, 'Invite online players').click();
  const row = await onlinePlayer(owner, name);
  await row.getByRole('button', { name: `Invite ${name}` }).click();
  await expect(row.getByRole('button', { name: `${name} is invited` })).toBeDisabled();
  // Only this row: the list may have a hundred players of other tests.
  await expectAccessible(owner.page, row);
  await owner.page.keyboard.press('Escape');

  const invitation = friend.page.getByRole('region', { name: 'Room invitation' });
  await expect(invitation).toContainText(code);
  await friend.page.reload();
  await friend.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(invitation).toContainText(code);
  await expectAccessible(friend.page);
  // A game against the computer is not given up without a question.
  await cell(friend.page, 7).click();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await button(friend, 'Keep playing').click();
  await expect(cell(friend.page, 7)).toHaveAccessibleName(/, X/);
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await button(friend, 'Discard game').click();
  await expect(toast(friend, 'Invitation accepted')).toBeVisible();
  await expect(roomCard(friend)).toContainText(name);
  await expect(button(owner, 'Start Game')).toBeEnabled();
  const errors = friend.errors.filter((text) => !text.includes('/api/rooms/preview'));
  await closeAll(owner, { ...friend, errors });
});

test('an invitation can be declined', async ({ browser }) => {
  const [owner, friend] = await Promise.all([guest(browser), guest(browser)]);
  await createRoom(owner);
  const name = await nameOf(friend.page);
  await button(owner, 'Invite Friends').click();
  await button(owner, 'Invite online players').click();
  const row = await onlinePlayer(owner, name);
  await row.getByRole('button', { name: `Invite ${name}` }).click();
  await button(friend, 'Decline').click();
  await expect(toast(friend, 'Invitation declined')).toBeVisible();
  await expect(friend.page.getByRole('region', { name: 'Room invitation' })).toHaveCount(0);
  await closeAll(owner, friend);
});

test('an owner who leaves hands the room on, a reload finds it again, and another mode leaves it', async ({
  browser,
}) => {
  const [owner, player] = await Promise.all([guest(browser), guest(browser)]);
  const code = await createRoom(owner);
  // A signed-in player opens the link.
  await player.page.goto(`/?room=${code}`);
  const offer = player.page.getByRole('dialog', { name: 'Join this room?' });
  await expect(offer).toContainText(code);
  await offer.getByRole('button', { name: 'Join as Player' }).click();
  await expect(button(owner, 'Start Game')).toBeEnabled();
  await expect(player.page).toHaveURL(({ search }) => search === '');

  await button(owner, 'Leave room').click();
  await expect(toast(owner, 'You left the room')).toBeVisible();
  await expect(button(owner, 'Create New Room')).toBeVisible();
  await expect(button(player, 'Start Game')).toBeDisabled();
  await expect(roomCard(player).getByRole('img', { name: 'Room owner' })).toBeVisible();

  // The browser shows the room that it has stored, but the server's message would restore it after the page left it.
  const restored = player.page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('reconnection_room_join'),
      ),
    );
  await player.page.reload();
  await player.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(roomCard(player)).toContainText(code);
  await restored;
  await player.page.getByRole('radio', { name: 'Computer' }).click();
  await dialog(player, 'Leave this room?').getByRole('button', { name: 'Leave room' }).click();
  await player.page.getByRole('radio', { name: 'Online' }).check();
  await expect(button(player, 'Create New Room')).toBeVisible();
  await closeAll(owner, player);
});

test('the link of a room leads a new user through the sign-in page into it', async ({ browser }) => {
  const owner = await guest(browser);
  const code = await createRoom(owner);
  await button(owner, 'Share').click();
  const share = owner.page.getByRole('dialog', { name: 'Share this room' });
  await expect(share.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(share).toContainText(`/?room=${code}`);
  await expectAccessible(owner.page);

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`/?room=${code}`);
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play as Guest' }).click();
  await page
    .getByRole('dialog', { name: 'Join this room?' })
    .getByRole('button', { name: 'Join as Player' })
    .click();
  await expect(page.getByText('Joined room successfully.')).toBeVisible();
  await context.close();
  await closeAll(owner);
});
