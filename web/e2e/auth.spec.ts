import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { mailedCode, wrongCode } from './mail.ts';
import { closeAll, waitForConnection } from './online.ts';
import {
  enterCode,
  expectHome,
  expectNoOverflow,
  fillAccount,
  signUpAndLogOut,
  logOut,
  login,
  newAccount,
  register,
  openVisitor,
} from './visitor.ts';

/** A loop of the sign-in page's four games takes 48 s: a look that comes too late sees the next. */
const LOOP_TIMEOUT = { timeout: 100_000 };

/**
 * Counts the pixels of `place` in a colour of the theme. Blended edges count as well. `canvas` is an empty page: the policy
 * of the app's pages forbids pictures from a script.
 */
async function countPixels(canvas: Page, place: Locator, token: '--x' | '--win'): Promise<number> {
  const picture = (await place.screenshot()).toString('base64');
  const colour = await place
    .page()
    .evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), token);
  return canvas.evaluate(
    async ([png, wanted]) => {
      const bytes = Uint8Array.from(atob(png ?? ''), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const hex = Number.parseInt((wanted ?? '').slice(1), 16);
      const [red, green, blue] = [hex >> 16, (hex >> 8) & 255, hex & 255];
      const isWanted = (at: number) =>
        Math.hypot(data[at]! - red, data[at + 1]! - green, data[at + 2]! - blue) < 60;
      return Array.from({ length: data.length / 4 }, (_, index) => index * 4).filter(isWanted).length;
    },
    [picture, colour],
  );
}

test('the board of the sign-in page draws its pieces and its winning line', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [canvas, page] = [await context.newPage(), await context.newPage()];
  await page.goto('/auth');
  const board = page.locator('[data-board]');
  const piece = (position: number) => board.locator(`[data-cell="${position}"]`);
  const isDrawn = (position: number) =>
    expect
      .poll(() => countPixels(canvas, piece(position), '--x'), {
        message: `cell ${position}`,
        intervals: [100],
        ...LOOP_TIMEOUT,
      })
      .toBeGreaterThan(100);

  // First the pieces of X, then the winning line, after 8 s on an idle machine.
  for (const position of [7, 3, 1]) await isDrawn(position);
  await expect
    .poll(() => countPixels(canvas, board, '--win'), { intervals: [100], ...LOOP_TIMEOUT })
    .toBeGreaterThan(400);
  // Then the board is cleared, and X begins the next game on cell 6.
  await expect(piece(6).locator('[data-side=X]')).toBeVisible(LOOP_TIMEOUT);
  await expect(piece(7).locator('svg')).toHaveCount(0);
  await context.close();
});

test('a guest is at the board at once, still there after a reload, and gone after logging out', async ({
  browser,
}) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await expect(page).toHaveURL('/auth');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play as Guest' }).click();
  await expectHome(visitor);
  await expect(page).toHaveURL('/');
  await page.reload();
  await expectHome(visitor);
  await page.locator('#splash').waitFor({ state: 'detached' });

  visitor.expectSessionEnd();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'Log out?' });
  await expect(question).toContainText('your coins and your record are gone');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play as Guest' })).toBeVisible();
  await closeAll(visitor);
});

test('a new account: registered, signed in by the mailed code, logged out, logged in', async ({
  browser,
}) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const account = newAccount();
  await page.getByRole('radio', { name: 'Register' }).check();
  await expectAccessible(page);
  await register(visitor, account);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await expectAccessible(page);
  await enterCode(visitor, await mailedCode(account.email));
  await expectHome(visitor, account.username);

  visitor.expectSessionEnd();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/auth');
  await login(visitor, account.username.toUpperCase(), account.password);
  await expectHome(visitor, account.username);
  await closeAll(visitor);
});

test('an empty form and a taken name are rejected with a message', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Username or email')).toBeFocused();
  await expect(page.getByLabel('Username or email')).toHaveAccessibleDescription(/required/i);
  await expectAccessible(page);
  visitor.expectRejection('login');
  await login(visitor, 'nobody-at-all', 'a wrong secret');
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);

  const account = newAccount();
  await signUpAndLogOut(visitor, account);
  visitor.expectRejection('register');
  await page.getByRole('radio', { name: 'Register' }).check();
  await fillAccount(page, visitor.words, { ...newAccount(), username: account.username });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Registration failed' })).toBeVisible();
  await expect(page.getByLabel('Username', { exact: true })).toBeFocused();
  await closeAll(visitor);
});

test('a login before verification asks for the code, which can be sent again', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const account = newAccount();
  await register(visitor, account);
  await page.getByRole('link', { name: 'Back to log in' }).click();
  await page.getByRole('radio', { name: 'Log in' }).check();
  visitor.expectRejection('login');
  await login(visitor, account.username, account.password);
  const prompt = page.getByRole('dialog', { name: 'Email verification required' });
  await expect(prompt).toContainText(account.email);
  await expectAccessible(page);
  const first = await mailedCode(account.email);
  await prompt.getByRole('button', { name: 'Resend code' }).click();
  await expect(prompt.getByText('Verification email has been resent successfully.')).toBeVisible();
  const second = await mailedCode(account.email, 2);
  await prompt.getByRole('button', { name: 'Enter verification code' }).click();
  await expect(page.getByLabel('Verification code')).toBeFocused();

  visitor.expectRejection('verify-email');
  if (first !== second) {
    await enterCode(visitor, first);
    await expect(page.getByRole('alert').filter({ hasText: 'Verification failed' })).toBeVisible();
  }
  await enterCode(visitor, second);
  await expectHome(visitor, account.username);
  await closeAll(visitor);
});

test('five wrong codes are one too many even for the right one; a new code works', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const account = newAccount();
  await register(visitor, account);
  const right = await mailedCode(account.email);
  visitor.expectRejection('verify-email');
  const alert = page.getByRole('alert').filter({ hasText: 'Verification failed' });
  for (let wrong = 1; wrong <= 5; wrong++) {
    const answered = page.waitForResponse('**/api/auth/verify-email');
    await enterCode(visitor, wrongCode(right, wrong));
    expect((await answered).ok()).toBe(false);
    await expect(alert).toBeVisible();
    await expect(page.getByLabel('Verification code')).toBeFocused();
  }
  await expectAccessible(page);
  const answered = page.waitForResponse('**/api/auth/verify-email');
  await enterCode(visitor, right);
  expect((await answered).ok()).toBe(false);
  await expect(alert).toBeVisible();
  await page.getByRole('button', { name: 'Resend code' }).click();
  await enterCode(visitor, await mailedCode(account.email, 2));
  await expectHome(visitor, account.username);
  await closeAll(visitor);
});

test('a forgotten password is replaced, and every session of the account ends', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const account = newAccount();
  await signUpAndLogOut(visitor, account);
  const otherBrowser = await openVisitor(browser);
  await login(otherBrowser, account.username, account.password);
  await expectHome(otherBrowser, account.username);
  await waitForConnection(otherBrowser.page);

  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByRole('button', { name: 'Send reset code' }).click();
  await expect(page.getByRole('button', { name: 'Enter reset code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enter reset code' }).click();
  await expect(page.getByLabel('Reset code')).toBeFocused();
  await page.getByLabel('Reset code').fill(await mailedCode(account.email, 2));
  await page.getByLabel('New password', { exact: true }).fill('another long secret');
  await page.getByLabel('Repeat the new password').fill('another long secret');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeFocused();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(otherBrowser.page).toHaveURL('/auth');

  visitor.expectRejection('login');
  await login(visitor, account.username, account.password);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
  await login(visitor, account.username, 'another long secret');
  await expectHome(visitor, account.username);
  // A call of the other browser may come between the end of its session and that of its connection.
  const errors = otherBrowser.errors.filter((text) => !/\b401\b/.test(text));
  await closeAll(visitor, { ...otherBrowser, errors });
});

test('a guest who registers keeps the account and its coins', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page, words } = visitor;
  await page.getByRole('button', { name: 'Play as Guest' }).click();
  await expectHome(visitor);
  const getUser = async () =>
    (await (await page.request.get('/api/auth/user')).json()) as {
      id: string;
      coins: number;
      isGuest: boolean;
    };
  const before = await getUser();
  expect(before.isGuest).toBe(true);

  const account = newAccount();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Keep your progress' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep your progress' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await fillAccount(dialog, words, account);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Back to the game' }).click();
  const reminder = page.getByRole('region', { name: 'Keep your progress' });
  await expect(reminder).toContainText(account.email);
  await expectAccessible(page);
  await reminder.getByRole('button', { name: 'Enter verification code' }).click();
  await enterCode(visitor, await mailedCode(account.email));
  await expectHome(visitor, account.username);
  expect(await getUser()).toMatchObject({ id: before.id, coins: before.coins, isGuest: false });
  await closeAll(visitor);
});

test('an invitation is kept from the link through registration and the mailed code', async ({ browser }) => {
  const visitor = await openVisitor(browser, {
    path: '/?room=abcd2345&utm_source=x',
    rejections: ['/api/rooms/preview?code=ABCD2345'],
  });
  const { page } = visitor;
  await expect(page).toHaveURL('/auth?room=ABCD2345');
  await expect(page.getByText('You are invited to room ABCD2345')).toBeVisible();
  await expectAccessible(page);
  const account = newAccount();
  await register(visitor, account);
  await expect(page).toHaveURL('/verify-email?room=ABCD2345');
  const home = page.waitForURL('/?room=ABCD2345');
  await enterCode(visitor, await mailedCode(account.email));
  await home;
  await closeAll(visitor);
});

test('the keyboard alone registers and verifies', async ({ browser }) => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  const account = newAccount();
  const type = (text: string) => page.keyboard.type(text);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(page.getByRole('radio', { name: 'Register' })).toBeVisible();
  // Past the skip link, the language and the guest button, to the choice of form.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Register' })).toBeChecked();
  for (const text of [account.username, account.email, account.password]) {
    await press('Tab');
    await type(text);
  }
  await press('Enter');
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await type(await mailedCode(account.email));
  await expectHome(visitor, account.username);
  await closeAll(visitor);
});

test('Arabic on a phone: mirrored, nothing cut off, and axe finds nothing on the way in', async ({
  browser,
}) => {
  const visitor = await openVisitor(browser, {
    language: 'ar',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page, words } = visitor;
  const account = newAccount();
  const expectUsable = async () => {
    // The code of a page is loaded when it is opened.
    await expect(page.locator('h1')).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  };
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectUsable();
  await page.getByRole('radio', { name: words.register.action }).check();
  await page.getByRole('button', { name: words.register.action }).click();
  await expectUsable();
  await register(visitor, account);
  await expectUsable();
  await enterCode(visitor, await mailedCode(account.email));
  await expectHome(visitor);
  await logOut(visitor);

  await page.getByRole('button', { name: words.forgot.link }).click();
  await page.getByRole('dialog').getByLabel(words.field.email).fill(account.email);
  await expectUsable();
  await page.getByRole('button', { name: words.forgot.action }).click();
  await page.getByRole('button', { name: words.forgot.enterCode }).click();
  await page.getByLabel(words.field.resetCode).fill(await mailedCode(account.email, 2));
  await page.getByLabel(words.field.newPassword, { exact: true }).fill('another long secret');
  await page.getByLabel(words.field.confirmPassword).fill('another long secret');
  await expectUsable();
  await page.getByRole('button', { name: words.reset.action }).click();
  await page.getByRole('button', { name: words.login.action }).click();
  await login(visitor, account.email, 'another long secret');
  await expectHome(visitor);
  await expectUsable();
  await closeAll(visitor);
});
