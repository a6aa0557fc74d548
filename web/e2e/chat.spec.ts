import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryTheme } from './axe.ts';
import { post } from './calls.ts';
import { befriend, member, openFriends, signIn } from './members.ts';
import { closeAll, waitForConnection } from './online.ts';

/** The popup of the chat with a player, at the bottom of the screen. */
const popup = (page: Page, name: string) => page.getByRole('region', { name: `Chat with ${name}` });
const head = (page: Page, name: string) => popup(page, name).getByRole('button', { name: /^Chat with/ });

async function openChat(page: Page, name: string) {
  const friends = await openFriends(page);
  await friends.getByRole('button', { name: new RegExp(`^Chat with ${name}`) }).click();
  return page.getByRole('dialog', { name: `Chat with ${name}` });
}

test('two friends write to each other, in a dialog and in a popup', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  // Without a connection Ben would see the message in the list of friends only.
  await waitForConnection(ben.page);
  const chat = await openChat(anna.page, ben.name);
  const write = chat.getByRole('textbox', { name: `Message to ${ben.name}` });
  await expect(write).toBeFocused();
  await expect(chat).toContainText('No messages yet.');
  await expect(chat.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect.poll(async () => (await chat.getByRole('log').boundingBox())?.height).toBe(300);
  await write.fill('  Hello Ben  ');
  await write.press('Shift+Enter');
  await expect(write).toHaveValue('  Hello Ben  ');
  await write.press('Enter');
  await expect(write).toHaveValue('');
  await expect(chat.getByRole('log')).toContainText('Hello Ben');
  await expectAccessible(anna.page);

  const bensChat = popup(ben.page, anna.name);
  await expect(head(ben.page, anna.name)).toHaveAccessibleName(`Chat with ${anna.name}, 1 unread message`);
  await expect(ben.page.getByRole('button', { name: 'Menu, 1 new' })).toBeVisible();
  await head(ben.page, anna.name).click();
  await expect(bensChat.getByRole('log')).toContainText('Hello Ben');
  await expect(bensChat.getByRole('textbox')).toBeFocused();
  await expect(ben.page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  await expectAccessibleInEveryTheme(ben.page, 'popup');
  await bensChat.getByRole('textbox').fill('Hello <b>Anna</b>');
  await ben.page.keyboard.press('Enter');
  // A message that arrives in an open chat counts as read.
  await expect(chat.getByRole('log')).toContainText('Hello <b>Anna</b>');
  await expect(popup(anna.page, ben.name)).toHaveCount(0);
  await ben.page.keyboard.press('Escape');
  await expect(bensChat.getByRole('textbox')).toHaveCount(0);
  await expect(head(ben.page, anna.name)).toBeFocused();
  await bensChat.getByRole('button', { name: `Close the chat with ${anna.name}` }).click();
  await expect(bensChat).toHaveCount(0);
  await closeAll(anna, ben);
});

test('popups stand 320 px apart, and on a phone one at a time', async ({ browser }) => {
  const [anna, ben, cora] = await Promise.all([member(browser), member(browser), member(browser)]);
  await waitForConnection(anna.page);
  await befriend(anna, ben);
  await befriend(anna, cora);
  for (const { page } of [ben, cora]) {
    const sent = await post(page.request, '/api/chat/send', { targetUserId: anna.id, message: 'Hello' });
    expect(sent.status()).toBe(200);
  }
  await expect(popup(anna.page, ben.name)).toBeVisible();
  await expect(popup(anna.page, cora.name)).toBeVisible();
  const distance = async () => {
    const [one, two] = await Promise.all([ben, cora].map(({ name }) => popup(anna.page, name).boundingBox()));
    return Math.abs((one?.x ?? 0) - (two?.x ?? 0));
  };
  await expect.poll(distance).toBe(320);
  await anna.page.setViewportSize({ width: 390, height: 800 });
  await expect(popup(anna.page, cora.name).or(popup(anna.page, ben.name))).toHaveCount(1);
  await anna.page.getByRole('button', { name: /^Chat with/ }).click();
  const sheet = anna.page.getByRole('region', { name: /^Chat with/ });
  await expect(sheet.getByRole('log')).toContainText('Hello');
  await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, width: 390 });
  await expectAccessible(anna.page);
  await closeAll(anna, ben, cora);
});

test('what is written to a friend who is offline waits for them, and going offline closes the chat', async ({
  browser,
}) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await waitForConnection(anna.page);
  await befriend(anna, ben);
  await post(ben.page.request, '/api/chat/send', { targetUserId: anna.id, message: 'I must go' });
  await head(anna.page, ben.name).click();
  await expect(popup(anna.page, ben.name).getByRole('log')).toContainText('I must go');
  await closeAll(ben);
  // A player counts as offline ten seconds after their last socket closed.
  await expect(popup(anna.page, ben.name)).toHaveCount(0);

  const chat = await openChat(anna.page, ben.name);
  await expect(chat.getByRole('log')).toContainText('I must go');
  await chat.getByRole('textbox').fill('Come back soon');
  // The log shows a message before the server has it.
  const sent = anna.page.waitForResponse('**/api/chat/send');
  await chat.getByRole('textbox').press('Enter');
  expect((await sent).ok()).toBe(true);
  await expect(chat.getByRole('log')).toContainText('Come back soon');
  await anna.page.keyboard.press('Escape');
  await expect(anna.page.getByRole('dialog', { name: 'Friends' })).toContainText('Offline');

  const back = await signIn(browser, ben);
  await expect(back.page.getByRole('button', { name: 'Menu, 1 new' })).toBeVisible();
  const read = back.page.waitForResponse(`**/api/chat/${anna.id}/read`);
  const bensChat = await openChat(back.page, anna.name);
  await expect(bensChat.getByRole('log')).toContainText('Come back soon');
  await back.page.keyboard.press('Escape');
  const row = back.page.getByRole('dialog', { name: 'Friends' });
  await expect(row.getByRole('button', { name: `Chat with ${anna.name}`, exact: true })).toBeVisible();
  // A reload would abort the call that marks the message as read.
  expect((await read).ok()).toBe(true);
  await back.page.reload();
  await back.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(back.page.getByRole('button', { name: 'Menu', exact: true })).toBeEnabled();
  await closeAll(anna, back);
});

test('what could not be sent goes back to where it was typed', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  const chat = await openChat(anna.page, ben.name);
  await anna.page.route('**/api/chat/send', (route) =>
    route.fulfill({ status: 403, json: { code: 'NOT_FRIENDS', error: 'x', message: 'x' } }),
  );
  await chat.getByRole('textbox').fill('Are you there?');
  await chat.getByRole('textbox').press('Enter');
  await expect(anna.page.getByRole('alert').filter({ hasText: 'Failed to send message' })).toBeVisible();
  await expect(chat.getByRole('textbox')).toHaveValue('Are you there?');
  await closeAll(
    { page: anna.page, errors: anna.errors.filter((text) => !text.includes('/api/chat/send')) },
    ben,
  );
});
