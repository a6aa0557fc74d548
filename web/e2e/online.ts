import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { cell } from './local.ts';
import { seeSplashBefore } from './splash.ts';
import { layWire, type Wire } from './wire.ts';

/** Somebody at their own browser. */
export interface Person {
  page: Page;
  /** What the console called an error, but for a network that the test itself took away. */
  errors: string[];
  /** Takes the network away, or gives it back. */
  network(up: boolean): Promise<void>;
  /** Does what makes calls fail: the browser may report those meanwhile. */
  excused(work: () => Promise<void>): Promise<void>;
  /** The line to the game server, where it was asked for. */
  wire: Wire | null;
}

/** What is pressed on the way to a game, in the languages the tests speak. */
const words = {
  en: { asGuest: 'Play as Guest', online: 'Online' },
  ar: { asGuest: /ضيف/, online: 'عبر الإنترنت' },
} as const;

interface Options extends BrowserContextOptions {
  language?: keyof typeof words;
  /** Their line is to be cut at certain words. */
  wired?: boolean;
}

/** A new guest, at home, with the online mode chosen. */
export async function guest(
  browser: Browser,
  { language = 'en', wired = false, ...options }: Options = {},
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
  const forgiven = wired ? /401|ERR_CONNECTION_RESET/ : /401/;
  page.on('console', (message) => {
    // The browser itself reports what could not be loaded: the question who is signed in is a 401 for a newcomer.
    const network = /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(
      message.text(),
    );
    if (message.type() === 'error' && !(network && (!up || forgiven.test(message.text()))))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto('/');
  await page.locator('#splash').waitFor({ state: 'detached' });
  const { asGuest, online } = words[language];
  await page.getByRole('button', { name: asGuest }).click();
  await page.getByRole('radio', { name: online }).check();
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

/** Two guests who meet in a friendly game; the one with X first. */
export async function meet(browser: Browser, options: Options = {}): Promise<[x: Person, o: Person]> {
  const [one, two] = await Promise.all([guest(browser), guest(browser, options)]);
  await findFriendly(one);
  await findFriendly(two);
  for (const { page } of [one, two]) {
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 20_000 });
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
      // By the attribute: behind the dialog that the last move opens, the board has no names for anybody.
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
