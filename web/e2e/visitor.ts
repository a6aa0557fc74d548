import { randomUUID } from 'node:crypto';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import en from '../src/lib/i18n/locales/en/first.json' with { type: 'json' };
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { mailedCode } from './mail.ts';
import { seeSplashBefore } from './splash.ts';

const words = { en: en.auth, ar: ar.auth };

/** A browser without a session. */
export interface Visitor {
  page: Page;
  /** Texts of the auth screens in the visitor's language. */
  words: typeof en.auth;
  /** Errors in the console that the test did not expect. */
  errors: string[];
  /** From now on, the browser may report that this call was rejected. */
  expectRejection(path: string): void;
  /** From now on, the browser may report that calls without a session were rejected: those under way at a logout. */
  expectSessionEnd(): void;
}

interface Options extends BrowserContextOptions {
  language?: keyof typeof words;
  path?: string;
  /** Signs in before the first page is opened. */
  signIn?: (context: BrowserContext) => Promise<void>;
  /** Paths of calls that the first page makes and the server rejects. */
  rejections?: readonly string[];
}

export async function openVisitor(
  browser: Browser,
  { language = 'en', path = '/', signIn, rejections = [], ...options }: Options = {},
): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(seeSplashBefore);
  await context.addInitScript((lang) => localStorage.setItem('language', lang), language);
  const page = await context.newPage();
  const errors: string[] = [];
  const rejected: string[] = [...rejections];
  let isSessionEnding = false;
  page.on('console', (message) => {
    const { url } = message.location();
    if (isSessionEnding && / 401 |HTTP Authentication failed/.test(message.text())) return;
    // A gateway on a machine that stands still rejects calls, which the app repeats.
    if (/^Failed to load resource.* 503 /.test(message.text())) return;
    const isFromBrowser = /^Failed to load resource.* 4\d\d /.test(message.text());
    if (message.type() === 'error' && !(isFromBrowser && rejected.some((each) => url.endsWith(each))))
      errors.push(`${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await signIn?.(context);
  await page.goto(path);
  await page.locator('#splash').waitFor({ state: 'detached' });
  return {
    page,
    words: words[language],
    errors,
    expectRejection: (call) => void rejected.push(`/api/auth/${call}`),
    expectSessionEnd: () => void (isSessionEnding = true),
  };
}

export interface Account {
  username: string;
  email: string;
  password: string;
}

/** Returns an account with a new name. */
export function newAccount(): Account {
  const username = `e2e-${randomUUID().slice(0, 12)}`;
  return { username, email: `${username}@example.org`, password: 'a long enough secret' };
}

/** Fills in the registration form. */
export async function fillAccount(
  form: Page | Locator,
  words: typeof en.auth,
  account: Account,
): Promise<void> {
  await form.getByLabel(words.field.username, { exact: true }).fill(account.username);
  await form.getByLabel(words.field.email, { exact: true }).fill(account.email);
  await form.getByLabel(words.field.password, { exact: true }).fill(account.password);
}

/** Registers on the auth screen, and waits for the form of the code. */
export async function register({ page, words }: Visitor, account: Account): Promise<void> {
  await page.getByRole('radio', { name: words.register.action }).check();
  await fillAccount(page, words, account);
  await page.getByRole('button', { name: words.register.action }).click();
  await expect(page.getByRole('heading', { name: words.verify.title })).toBeVisible();
  await expect(page.getByText(account.email)).toBeVisible();
}

/** Enters the code. The sixth digit sends the form. */
export async function enterCode({ page, words }: Visitor, code: string): Promise<void> {
  await page.getByLabel(words.field.verificationCode).fill(code);
}

/** Registers and enters the mailed code, which signs in and opens home. */
async function signUp(visitor: Visitor, account: Account): Promise<void> {
  await register(visitor, account);
  await enterCode(visitor, await mailedCode(account.email));
  await expectHome(visitor, account.username);
}

/** Signs up and logs out again, which opens the sign-in page. */
export async function signUpAndLogOut(visitor: Visitor, account: Account): Promise<void> {
  await signUp(visitor, account);
  await logOut(visitor);
}

/** Ends the session and opens the sign-in page. */
export async function logOut({ page }: Pick<Visitor, 'page'>): Promise<void> {
  // On a page without the app, which would go on making requests.
  await page.goto('/api/health');
  await page.request.post('/api/auth/logout');
  // As the app does: it would show home to the last user while the server is slow.
  await page.evaluate(() => localStorage.removeItem('backup_user_data'));
  await page.goto('/auth');
}

export async function login({ page, words }: Visitor, name: string, password: string): Promise<void> {
  await page.getByLabel(words.field.login).fill(name);
  await page.getByLabel(words.field.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.login.action }).click();
}

/** Expects home, signed in as this user if given. */
export async function expectHome({ page }: Visitor, username?: string): Promise<void> {
  // The sign-in page has a board too, but not a grid.
  await expect(page.getByRole('grid')).toBeVisible();
  if (username) await expect(page.getByRole('banner')).toContainText(username);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // The board takes its size from the window a frame later.
  await expect.poll(excess).toBe(0);
}
