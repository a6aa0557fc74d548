import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { post } from './calls.ts';
import { mailedCode } from './mail.ts';
import { type Account, expectHome, login, newAccount, openVisitor } from './visitor.ts';

type Options = Parameters<typeof openVisitor>[1];

/** A player with an account, at home. */
export interface Member {
  page: Page;
  errors: string[];
  /** Username, with which they sign in. */
  name: string;
  password: string;
  id: string;
}

export async function member(browser: Browser, options: Options = {}): Promise<Member> {
  const account = newAccount();
  const visitor = await openVisitor(browser, {
    ...options,
    signIn: (context) => signUpByCalls(context, account),
  });
  await expectHome(visitor, account.username);
  return {
    page: visitor.page,
    errors: visitor.errors,
    name: account.username,
    ...account,
    id: await idOf(visitor.page),
  };
}

/** Registers and verifies an account with API calls. The pages for it are tested in auth.spec.ts. */
async function signUpByCalls({ request }: BrowserContext, account: Account): Promise<void> {
  expect((await post(request, '/api/auth/register', account)).status()).toBe(201);
  const token = await mailedCode(account.email);
  expect((await post(request, '/api/auth/verify-email', { token })).status()).toBe(200);
}

const idOf = async (page: Page): Promise<string> =>
  ((await (await page.request.get('/api/auth/user')).json()) as { id: string }).id;

/** Signs a member in, in another browser. */
export async function signIn(
  browser: Browser,
  { name, password }: Pick<Member, 'name' | 'password'>,
): Promise<{ page: Page; errors: string[] }> {
  const visitor = await openVisitor(browser);
  await login(visitor, name, password);
  await expectHome(visitor, name);
  return visitor;
}

/** Makes two members friends with API calls. */
export async function befriend(
  one: Pick<Member, 'page' | 'id'>,
  two: Pick<Member, 'page' | 'id'>,
): Promise<void> {
  const requested = await post(one.page.request, '/api/friends/request', { requestedId: two.id });
  expect(requested.status()).toBe(200);
  const { request } = (await requested.json()) as { request: { id: string } };
  const response = await post(two.page.request, '/api/friends/respond', {
    requestId: request.id,
    response: 'accepted',
  });
  expect(response.status()).toBe(200);
}

/** Opens the friends' dialog from the menu. */
export async function openFriends(page: Page) {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('menuitem', { name: /^Friends/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Friends' });
  await expect(dialog).toBeVisible();
  return dialog;
}
