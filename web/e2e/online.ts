import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { cell } from './local.ts';
import { seeSplashBefore } from './splash.ts';
import { layWire, type Wire } from './wire.ts';

/** A player at their own browser. */
export interface Person {
  page: Page;
  /** What the console called an error, but for a network that the test itself took away. */
  errors: string[];
  /** Takes the network away, or gives it back. */
  network(up: boolean): Promise<void>;
  /** Does what makes calls fail: the browser may report those meanwhile. */
  excused(work: () => Promise<void>): Promise<void>;
  /** The connection to the game server, where it was asked for. */
  wire: Wire | null;
}

/** The online mode, in the languages the tests speak. */
const online = { en: 'Online', ar: 'عبر الإنترنت' } as const;

interface Options extends BrowserContextOptions {
  language?: keyof typeof online;
  /** Their connection is to be cut at certain words. */
  interceptsSocket?: boolean;
}

/** A new guest, at home, with the online mode chosen. */
export async function guest(
  browser: Browser,
  { language = 'en', interceptsSocket: wired = false, ...options }: Options = {},
): Promise<Person> {
  // Less motion unless asked for: confetti is a heavy load without a graphics card.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(seeSplashBefore);
  await context.addInitScript((lang) => localStorage.setItem('language', lang), language);
  const wire = wired ? await layWire(context) : null;
  const page = await context.newPage();
  const errors: string[] = [];
  let up = true;
  // Whose calls lose their answers, loses them a moment sooner or later than the test looks away.
  // Without a network there is no other way to fail, and the browser may report it when the network is back.
  const forgiven = wired
    ? /401|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/
    : /401|ERR_INTERNET_DISCONNECTED/;
  page.on('console', (message) => {
    // The browser itself reports what could not be loaded: the question who is signed in is a 401 for a newcomer.
    const network = /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(
      message.text(),
    );
    if (message.type() === 'error' && !(network && (!up || forgiven.test(message.text()))))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  // By the call itself: auth.spec.ts and keyboard.spec.ts go through the sign-in page.
  expect((await context.request.post('/api/auth/guest')).ok()).toBe(true);
  await page.goto('/');
  await page.getByRole('radio', { name: online[language] }).check();
  return {
    page,
    errors,
    wire,
    async excused(work) {
      up = false;
      await work();
      up = true;
    },
    async network(next) {
      up = next && up;
      await context.setOffline(!next);
      if (next) up = true;
    },
  };
}

/** Opens quick match and looks for a friendly game. */
export async function findFriendly({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Find Match' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick match' });
  await expect(dialog.getByRole('radio', { name: /^Friendly/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Find Match' }).click();
}

/** Stands under the own name while it is the own turn. */
export const ownTurn = ({ page }: Person) => page.getByRole('main').getByText('Your turn');

/** Two guests in a friendly game; the one with X first. */
export async function meet(browser: Browser, options: Options = {}): Promise<[x: Person, o: Person]> {
  const [one, two] = await Promise.all([guest(browser), guest(browser, options)]);
  await startFriendly(one, two);
  return inOrder(one, two);
}

/** Starts a game by the calls themselves: tests that run at once would meet each other's players in the queue. */
export async function startFriendly(one: Person, two: Person): Promise<void> {
  const call = async ({ page }: Person, path: string, data: object) => {
    const answer = await page.request.post(`/api/rooms${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { room: { id: string; code: string } };
  };
  const { room } = await call(one, '', { name: 'Game Room', betAmount: 0 });
  await call(two, '/join', { code: room.code });
  await call(one, `/${room.id}/start-game`, {});
}

/** Waits until the game of the two has started; the one with X first. */
export async function inOrder(one: Person, two: Person): Promise<[x: Person, o: Person]> {
  for (const { page } of [one, two]) {
    // Of the turn: a search has a timer, too.
    await expect(page.getByRole('timer', { name: /^Time left/ })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const first = await ownTurn(one).isVisible();
  return first ? [one, two] : [two, one];
}

/** Plays those cells in turn, and sees each on both screens. */
export async function playOut(x: Person, o: Person, moves: readonly number[], from = 0): Promise<void> {
  for (const [index, position] of moves.entries()) {
    const side = (from + index) % 2 === 0 ? 'X' : 'O';
    const mover = side === 'X' ? x : o;
    await cell(mover.page, position).click();
    for (const { page } of [x, o]) {
      // By the attribute: behind the dialog that the last move opens, the board has no names for any user.
      await expect(cell(page, position)).toHaveAttribute('aria-label', new RegExp(`, ${side}(,|$)`));
    }
  }
}

export async function part(...people: Pick<Person, 'page' | 'errors'>[]): Promise<void> {
  for (const { page, errors } of people) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}
