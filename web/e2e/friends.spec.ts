import { expect, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { post } from './calls.ts';
import { befriend, member, openFriends } from './members.ts';
import { closeAll, waitForConnection, watchForStatus } from './online.ts';
import { button, roomCard, createRoom } from './rooms.ts';
import { textWith } from './screens.ts';
import { expectNoOverflow } from './visitor.ts';

test('two become friends by a search, a request and an answer', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  for (const { page } of [anna, ben]) await waitForConnection(page);
  const hers = await openFriends(anna.page);
  await expect(hers).toContainText('No friends yet');
  await hers.getByRole('button', { name: 'Find friends' }).click();
  await expect(hers.getByRole('tab', { name: 'Add friend' })).toHaveAttribute('aria-selected', 'true');

  const field = hers.getByLabel('Player name');
  await field.fill('   ');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Enter a name');
  await field.fill('nobody-is-called-so');
  await field.press('Enter');
  await expect(hers).toContainText('No player found for “nobody-is-called-so”');
  await field.fill(anna.name);
  await hers.getByRole('button', { name: 'Search' }).click();
  await expect(hers.getByRole('list', { name: 'Search results' })).toContainText('You');
  await field.fill(ben.name);
  await field.press('Enter');
  const expectSent = await watchForStatus(anna.page, 'Friend request sent successfully');
  const expectRequested = await watchForStatus(ben.page, `${anna.name} wants to be your friend`);
  await hers.getByRole('button', { name: `Add friend: ${ben.name}` }).click();
  await expectSent();
  await expect(hers).toContainText('Request sent');
  await expectRequested();
  await expect(ben.page.getByRole('button', { name: 'Menu, 1 new' })).toBeVisible();
  await expectAccessible(anna.page);
  // It is still there after a reload.
  await ben.page.reload();
  await ben.page.locator('#splash').waitFor({ state: 'detached' });
  const his = await openFriends(ben.page);
  await his.getByRole('tab', { name: 'Requests 1' }).click();
  await expect(his).toContainText('Sent: Just now');
  await expectAccessible(ben.page);
  const expectAccepted = await watchForStatus(anna.page, 'Your friend request was accepted');
  const expectFriend = await watchForStatus(ben.page, `${anna.name} is your friend now`);
  await his.getByRole('button', { name: `Accept ${anna.name}` }).click();
  await expectAccepted();
  await expectFriend();
  await expect(his).toContainText('No friend requests');
  await his.getByRole('tab', { name: 'Friends (1)' }).click();
  await expect(his.getByRole('list', { name: 'Friends' })).toContainText(anna.name);
  await expectAccessibleInEveryTheme(ben.page, 'friends');

  await hers.getByRole('tab', { name: 'Friends (1)' }).click();
  const row = hers.getByRole('listitem').filter({ hasText: ben.name });
  await expect(row).toContainText('Online');
  await row.getByRole('button', { name: ben.name, exact: true }).click();
  const between = anna.page.getByRole('dialog', { name: `You and ${ben.name}` });
  await expect(between).toContainText('No games played yet');
  await expectAccessible(anna.page);
  await anna.page.keyboard.press('Escape');
  await row.getByRole('button', { name: `${ben.name}'s profile` }).click();
  await expect(anna.page.getByRole('dialog', { name: ben.name })).toContainText(`@${ben.name}`);
  await anna.page.keyboard.press('Escape');
  await closeAll(anna, ben);
});

test('a request can be rejected, and a friendship ends after a confirmation', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await post(anna.page.request, '/api/friends/request', { requestedId: ben.id });
  const his = await openFriends(ben.page);
  await his.getByRole('tab', { name: 'Requests 1' }).click();
  await his.getByRole('button', { name: `Reject ${anna.name}` }).click();
  await expect(ben.page.getByText('Friend request rejected')).toBeVisible();
  await expect(his).toContainText('No friend requests');

  const cora = await member(browser);
  await befriend(cora, ben);
  await his.getByRole('tab', { name: 'Friends (1)' }).click();
  await his.getByRole('button', { name: `Remove ${cora.name}` }).click();
  const sure = ben.page.getByRole('dialog', { name: `Remove ${cora.name}?` });
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(ben.page);
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await his.getByRole('button', { name: `Remove ${cora.name}` }).click();
  await sure.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ben.page.getByText(`${cora.name} is no longer your friend`)).toBeVisible();
  await expect(his).toContainText('No friends yet');
  const hers = await openFriends(cora.page);
  await expect(hers).toContainText('No friends yet');
  await closeAll(anna, ben, cora);
});

test('a blocked user cannot write until they are unblocked', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  await waitForConnection(ben.page);
  await anna.page.getByRole('button', { name: /^Menu/ }).click();
  await anna.page.getByRole('menuitem', { name: /^Online players/ }).click();
  const online = anna.page.getByRole('dialog', { name: 'Online players' });
  await online.getByRole('button', { name: `More about ${ben.name}` }).click();
  await expect(anna.page.getByRole('menuitem', { name: 'Add friend' })).toHaveCount(0);
  await anna.page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(anna.page.getByText('User blocked', { exact: true })).toBeVisible();

  const hi = () => post(ben.page.request, '/api/chat/send', { targetUserId: anna.id, message: 'hi' });
  expect((await hi()).status()).toBe(403);
  const requested = await post(ben.page.request, '/api/friends/request', { requestedId: anna.id });
  expect(await requested.json()).toMatchObject({ code: 'BLOCKED' });

  await anna.page.keyboard.press('Escape');
  const hers = await openFriends(anna.page);
  await expect(hers).toContainText('No friends yet');
  await hers.getByRole('tab', { name: 'Add friend' }).click();
  const blocked = hers.getByRole('region', { name: 'Blocked players' });
  await expectAccessible(anna.page);
  await blocked.getByRole('button', { name: `Unblock ${ben.name}` }).click();
  await expect(anna.page.getByText('User unblocked successfully')).toBeVisible();
  await expect(blocked).toHaveCount(0);
  await befriend(ben, anna);
  expect((await hi()).status()).toBe(200);
  await closeAll(anna, ben);
});

test('the owner of a room invites a friend', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  await anna.page.getByRole('radio', { name: 'Online' }).check();
  await createRoom(anna, { isPrivate: true });
  await button(anna, 'Invite Friends').click();
  const dialog = anna.page.getByRole('dialog', { name: 'Invite Friends' });
  await dialog.getByRole('button', { name: `Invite ${ben.name}` }).click();
  await expect(dialog.getByRole('button', { name: `${ben.name} is invited` })).toHaveText('Invited');
  await expectAccessible(anna.page);
  await anna.page.keyboard.press('Escape');
  await ben.page
    .getByRole('region', { name: 'Room invitation' })
    .getByRole('button', { name: 'Accept' })
    .click();
  await expect(roomCard(anna)).toContainText(ben.name);
  await closeAll(anna, ben);
});

test('on a phone in Arabic nothing is cut off', async ({ browser }) => {
  const [anna, ben] = await Promise.all([
    member(browser, { language: 'ar', viewport: { width: 360, height: 740 }, hasTouch: true }),
    member(browser),
  ]);
  await befriend(anna, ben);
  const { page } = anna;
  await page.getByRole('button', { name: /^القائمة/ }).click();
  await page.getByRole('menuitem', { name: /^الأصدقاء/ }).click();
  await expect(page.getByRole('tab', { name: 'الأصدقاء (1)' })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: textWith('دردشة مع {{name}}', 'name', ben.name) }).click();
  await page.getByRole('textbox').fill('مرحبًا!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText('مرحبًا!');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await closeAll(anna, ben);
});
