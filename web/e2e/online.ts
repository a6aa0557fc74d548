import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { post } from './calls.ts';
import { cell } from './local.ts';
import { seeSplashBefore } from './splash.ts';
import { interceptSocket, type SocketInterceptor } from './socketInterceptor.ts';

/** A player with a browser of their own. */
export interface OnlinePlayer {
  page: Page;
  /** Errors in the console, except those of a network that the test turned off. */
  errors: string[];
  /** Turns the network on or off. */
  setNetwork(isOn: boolean): Promise<void>;
  /** Runs work during which the browser may report failed calls. */
  whileCallsFail(work: () => Promise<void>): Promise<void>;
  /** Intercepts the player's socket, if `interceptsSocket` was set. */
  socket: SocketInterceptor | null;
}

/** Label of the online mode in the languages of the tests. */
const online = { en: 'Online', ar: 'عبر الإنترنت' } as const;

interface Options extends BrowserContextOptions {
  language?: keyof typeof online;
  /** Lets the test lose messages of the socket. */
  interceptsSocket?: boolean;
}

/** Opens a browser with a new guest, whose page is still empty. */
async function newGuest(
  browser: Browser,
  { language = 'en', interceptsSocket = false, ...options }: Options = {},
): Promise<OnlinePlayer> {
  // Reduced motion by default: confetti is a heavy load without a graphics card.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(seeSplashBefore);
  await context.addInitScript((lang) => localStorage.setItem('language', lang), language);
  const socket = interceptsSocket ? await interceptSocket(context) : null;
  const page = await context.newPage();
  const errors: string[] = [];
  let callsMayFail = false;
  // The browser may report a lost response after `whileCallsFail`, and a missing network once it is back. A gateway on a
  // machine that stands still rejects calls with 503, which the app repeats.
  const expectedErrors = interceptsSocket
    ? /\b(401|503)\b|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/
    : /\b(401|503)\b|ERR_INTERNET_DISCONNECTED/;
  page.on('console', (message) => {
    // The browser reports each failed request, also the 401 that a visitor without a session gets.
    const isNetworkError = /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(
      message.text(),
    );
    if (
      message.type() === 'error' &&
      !(isNetworkError && (callsMayFail || expectedErrors.test(message.text())))
    )
      errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  // With an API call: auth.spec.ts and keyboard.spec.ts test the sign-in page.
  expect((await post(context.request, '/api/auth/guest')).ok()).toBe(true);
  return {
    page,
    errors,
    socket,
    async whileCallsFail(work) {
      callsMayFail = true;
      await work();
      callsMayFail = false;
    },
    async setNetwork(isOn) {
      if (!isOn) callsMayFail = true;
      await context.setOffline(!isOn);
      if (isOn) callsMayFail = false;
    },
  };
}

/** Opens a browser with a new guest, at home in the online mode. */
export async function guest(browser: Browser, options: Options = {}): Promise<OnlinePlayer> {
  const player = await newGuest(browser, options);
  await player.page.goto('/');
  await player.page.getByRole('radio', { name: online[options.language ?? 'en'] }).check();
  return player;
}

/** Waits for a connection to the game server. The latency in the label proves that it carried a message both ways. */
export const waitForConnection = (page: Page): Promise<void> =>
  expect(
    page.getByRole('banner').getByRole('button', { name: /^(Online|Slow connection), \d/ }),
  ).toBeVisible();

/** Opens quick match and searches for a friendly game. */
export async function findFriendly({ page }: OnlinePlayer): Promise<void> {
  await page.getByRole('button', { name: 'Find Match' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick match' });
  await expect(dialog.getByRole('radio', { name: /^Friendly/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Find Match' }).click();
}

/** Returns the text that is shown below the player's name while it is their turn. */
export const ownTurn = ({ page }: OnlinePlayer) => page.getByRole('main').getByText('Your turn');

/** Starts a friendly game of two new guests. Their pages open in the game. Returns X first. */
export async function startGuestGame(
  browser: Browser,
  options: Options = {},
): Promise<[x: OnlinePlayer, o: OnlinePlayer]> {
  const players = await Promise.all([newGuest(browser), newGuest(browser, options)]);
  await startFriendly(...players);
  await Promise.all(players.map(({ page }) => page.goto('/')));
  return waitForGame(...players);
}

/** Starts a game with API calls: in quick match, players of concurrent tests would meet each other. */
export async function startFriendly(one: OnlinePlayer, two: OnlinePlayer): Promise<void> {
  const call = async ({ page }: OnlinePlayer, path: string, data: object) => {
    const answer = await post(page.request, `/api/rooms${path}`, data);
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { room: { id: string; code: string } };
  };
  const { room } = await call(one, '', { name: 'Game Room', betAmount: 0 });
  await call(two, '/join', { code: room.code });
  await call(one, `/${room.id}/start-game`, {});
}

/** Waits until the game of two players has started. Returns X first. */
export async function waitForGame(
  one: OnlinePlayer,
  two: OnlinePlayer,
): Promise<[x: OnlinePlayer, o: OnlinePlayer]> {
  for (const { page } of [one, two]) {
    // The timer of the turn: a search has one, too.
    await expect(page.getByRole('timer', { name: /^Time left/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const first = await ownTurn(one).isVisible();
  return first ? [one, two] : [two, one];
}

/**
 * Watches for a text of a status region from now on, in the page itself: some texts are shown for 2 s, and on a busy
 * machine the test would look too late. Returns a function that waits until the text has been shown, and returns the
 * region's whole text.
 */
export async function watchForStatus(page: Page, text: string): Promise<() => Promise<string>> {
  const observer = await page.evaluateHandle((wanted) => {
    const shown = new Promise<string>((resolve) =>
      new MutationObserver(() => {
        const region = [...document.querySelectorAll('[role=status]')].find(
          (one) => one.textContent.includes(wanted) && one.checkVisibility(),
        );
        if (region) resolve(region.textContent);
      }).observe(document, { subtree: true, childList: true, characterData: true }),
    );
    return { shown };
  }, text);
  return () => observer.evaluate(({ shown }) => shown);
}

/** Plays moves in turn, and expects each on both screens. `from` is the number of moves before them. */
export async function playMoves(
  x: OnlinePlayer,
  o: OnlinePlayer,
  moves: readonly number[],
  from = 0,
): Promise<void> {
  for (const [index, position] of moves.entries()) {
    const side = (from + index) % 2 === 0 ? 'X' : 'O';
    const mover = side === 'X' ? x : o;
    await cell(mover.page, position).click();
    for (const { page } of [x, o]) {
      // By attribute: behind the dialog that the last move opens, cells have no accessible names.
      await expect(cell(page, position)).toHaveAttribute('aria-label', new RegExp(`, ${side}(,|$)`));
    }
  }
}

/** Expects no errors in the consoles of these players, and closes their browsers. */
export async function closeAll(...players: Pick<OnlinePlayer, 'page' | 'errors'>[]): Promise<void> {
  for (const { page, errors } of players) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}
