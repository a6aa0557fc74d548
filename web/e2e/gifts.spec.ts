import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInEveryTheme } from './axe.ts';
import { expectBalance, grantCoins } from './coins.ts';
import { post } from './calls.ts';
import { befriend, type Member, member, openFriends } from './members.ts';
import { guest, closeAll, waitForConnection, watchForStatus } from './online.ts';
import { expectHome, login, openVisitor } from './visitor.ts';

/** Returns a player's balance on the server. */
const coinsOf = async ({ page }: { page: Page }) =>
  ((await (await page.request.get('/api/auth/user')).json()) as { coins?: number }).coins;

async function openGift(from: Member, to: string) {
  const friends = await openFriends(from.page);
  await friends.getByRole('button', { name: `Send coins to ${to}` }).click();
  return from.page.getByRole('dialog', { name: `Send coins to ${to}` });
}

test('coins move from one balance to the other, with a message', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  const gift = await openGift(anna, ben.name);
  const amount = gift.getByRole('textbox', { name: 'Amount' });
  const send = gift.getByRole('button', { name: 'Send Gift' });
  await expect(send).toBeDisabled();
  for (const some of ['100', '500', '1,000'])
    await expect(gift.getByRole('button', { name: some, exact: true })).toBeEnabled();
  await expect(gift.getByRole('button', { name: '5,000', exact: true })).toBeDisabled();

  await amount.pressSequentially('-1.5e2');
  await expect(amount).toHaveValue('152');
  await amount.fill('0');
  await send.click();
  await expect(gift.getByRole('alert')).toContainText('Invalid Amount');
  await expect(gift.getByRole('alert')).toContainText('Please enter a valid gift amount (minimum 1 coin).');
  await amount.fill('1001');
  await amount.press('Enter');
  await expect(gift.getByRole('alert')).toContainText('Insufficient Coins');
  await expect(gift.getByRole('alert')).toContainText('You only have 1,000 coins available.');
  await expectAccessibleInEveryTheme(anna.page, 'gift');

  await gift.getByRole('button', { name: '500', exact: true }).click();
  await expect(amount).toHaveValue('500');
  await gift.getByLabel('Message (optional)').fill('For coffee');
  await expect(gift).toContainText('10/200');
  await waitForConnection(ben.page);
  const expectSent = await watchForStatus(anna.page, 'Gift sent!');
  const expectReceived = await watchForStatus(ben.page, `${anna.name} sent you 500 coins!`);
  await send.click();
  await expectSent();
  await expect(gift).toHaveCount(0);
  await anna.page.keyboard.press('Escape');
  await expectBalance(anna.page, '500');

  expect(await expectReceived()).toContain('“For coffee”');
  await expectBalance(ben.page, '1,500');
  await expect.poll(() => coinsOf(anna)).toBe(500);
  await expect.poll(() => coinsOf(ben)).toBe(1_500);
  await closeAll(anna, ben);
});

test('gifts to a player who is away are shown when they come, one after the other, and only once', async ({
  browser,
}) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  await closeAll(ben);
  for (const [amount, message] of [
    [100, 'For coffee'],
    [200, 'And cake'],
  ] as const) {
    const sent = await post(anna.page.request, '/api/coins/gift', { recipientId: ben.id, amount, message });
    expect(sent.status()).toBe(200);
  }

  const back = await openVisitor(browser);
  // From before the login: home may be there seconds before the test looks.
  const expectFirst = await watchForStatus(back.page, `${anna.name} sent you 100 coins!`);
  const expectSecond = await watchForStatus(back.page, `${anna.name} sent you 200 coins!`);
  await login(back, ben.name, ben.password);
  await expectHome(back, ben.name);
  const first = await expectFirst();
  expect(first).toContain('“For coffee”');
  expect(first).not.toContain('200 coins');
  expect(await expectSecond()).toContain('“And cake”');
  // A reload would abort the call that marks the second gift as seen.
  await expect.poll(async () => (await back.page.request.get('/api/coins/gifts/unseen')).json()).toEqual([]);
  const unseenRequest = back.page.waitForResponse('**/api/coins/gifts/unseen');
  await back.page.reload();
  expect(await (await unseenRequest).json()).toEqual([]);
  await closeAll(anna, back);
});

test('a gift whose response was lost is made once', async ({ browser }) => {
  const [anna, ben] = await Promise.all([member(browser), member(browser)]);
  await befriend(anna, ben);
  const keys: (string | undefined)[] = [];
  await anna.page.route('**/api/coins/gift', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) {
      await route.fetch();
      return route.abort();
    }
    return route.continue();
  });
  const gift = await openGift(anna, ben.name);
  await gift.getByRole('button', { name: '100', exact: true }).click();
  const expectSent = await watchForStatus(anna.page, 'Gift sent!');
  await gift.getByRole('button', { name: 'Send Gift' }).click();
  await expectSent();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await expect.poll(() => coinsOf(anna)).toBe(900);
  await expect.poll(() => coinsOf(ben)).toBe(1_100);
  await closeAll(
    { page: anna.page, errors: anna.errors.filter((text) => !text.includes('/api/coins/gift')) },
    ben,
  );
});

test('a guest receives coins, and learns how to send some', async ({ browser }) => {
  const [anna, receiver] = await Promise.all([member(browser), guest(browser)]);
  const { id, displayName } = (await (await receiver.page.request.get('/api/auth/user')).json()) as {
    id: string;
    displayName: string;
  };
  await grantCoins(anna.page, 20_000);
  await befriend(anna, { page: receiver.page, id });
  const gift = await openGift(anna, displayName);
  await gift.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await gift.getByRole('button', { name: 'Send Gift' }).click();
  const toast = receiver.page.getByText(`${anna.name} sent you 1,000 coins!`);
  await expect(toast).toBeVisible();
  await expectBalance(receiver.page, '2,000');
  await expect(toast).toHaveCount(0);

  const friends = await openFriends(receiver.page);
  await friends.getByRole('button', { name: `Send coins to ${anna.name}` }).click();
  const notice = receiver.page.getByRole('dialog', { name: 'Keep your coins first' });
  await notice.getByRole('button', { name: 'Keep your progress' }).click();
  await expect(receiver.page.getByRole('dialog', { name: 'Keep your progress' })).toBeVisible();
  await closeAll(anna, receiver);
});
