import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { mailedCode } from './mail.ts';
import { type Account, expectHome, login, newAccount, openVisitor } from './visitor.ts';

type Options = Parameters<typeof openVisitor>[1];

/** A player with an account, at home. */
export interface Member {
  page: Page;
  errors: string[];
  /** How they are called, which is also how they sign in. */
  name: string;
  password: string;
  id: string;
}

export async function member(browser: Browser, options: Options = {}): Promise<Member> {
  const account = newAccount();
  const who = await openVisitor(browser, { ...options, enter: (context) => signUpByCalls(context, account) });
  await expectHome(who, account.username);
  return { page: who.page, errors: who.errors, name: account.username, ...account, id: await idOf(who.page) };
}

/** Registers and verifies by the calls themselves; auth.spec.ts does it on the pages. */
async function signUpByCalls({ request }: BrowserContext, account: Account): Promise<void> {
  expect((await request.post('/api/auth/register', { data: account })).status()).toBe(201);
  const token = await mailedCode(account.email);
  expect((await request.post('/api/auth/verify-email', { data: { token } })).status()).toBe(200);
}

const idOf = async (page: Page): Promise<string> =>
  ((await (await page.request.get('/api/auth/user')).json()) as { id: string }).id;

/** Signs in once more, at another browser. */
export async function signIn(
  browser: Browser,
  { name, password }: Pick<Member, 'name' | 'password'>,
): Promise<{ page: Page; errors: string[] }> {
  const who = await openVisitor(browser);
  await login(who, name, password);
  await expectHome(who, name);
  return who;
}

/** Makes friends of the two, by the calls themselves. */
export async function befriend(
  one: Pick<Member, 'page' | 'id'>,
  two: Pick<Member, 'page' | 'id'>,
): Promise<void> {
  const asked = await one.page.request.post('/api/friends/request', { data: { requestedId: two.id } });
  expect(asked.status()).toBe(200);
  const { request } = (await asked.json()) as { request: { id: string } };
  const answered = await two.page.request.post('/api/friends/respond', {
    data: { requestId: request.id, response: 'accepted' },
  });
  expect(answered.status()).toBe(200);
}

/** Opens the friends' dialog from the menu. */
export async function openFriends(page: Page) {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('menuitem', { name: /^Friends/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Friends' });
  await expect(dialog).toBeVisible();
  return dialog;
}
