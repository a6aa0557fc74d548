import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cell } from './local.ts';
import {
  guest,
  startGuestGame,
  ownTurn,
  closeAll,
  type OnlinePlayer,
  playMoves,
  watchForStatus,
  waitForConnection,
} from './online.ts';

test('a move out of turn shows whose turn it is', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  await cell(o.page, 3).click({ force: true });
  await expect(o.page.getByText('Not your turn')).toBeVisible();
  await cell(x.page, 8).click({ force: true });
  await expect(x.page.getByText('Position 8 is locked on the first move')).toBeVisible();
  await expect(ownTurn(x)).toBeVisible();
  await closeAll(x, o);
});

test('a tab in the background says in title and icon whose turn it is', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  // This is all that a page notices when another tab is in front of it.
  for (const { page } of [x, o])
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      Object.defineProperty(document, 'hidden', { get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const expectCall = async ({ page }: OnlinePlayer) => {
    await expect(page).toHaveTitle('● Your turn – Fifteen');
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg/);
  };
  const expectRest = async ({ page }: OnlinePlayer) => {
    await expect(page).toHaveTitle('Fifteen');
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /\/icon\.svg$/);
  };
  await expectCall(x);
  await expectRest(o);
  await playMoves(x, o, [1]);
  await expectCall(o);
  await expectRest(x);
  await playMoves(x, o, [6, 2, 7, 3, 9, 4], 1);
  await expectRest(x);
  await expectRest(o);
  await closeAll(x, o);
});

/** Returns the numbers of the cells that the panel of quick chat covers. */
const coveredCells = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('[data-panel]')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('[data-cell]')]
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return (
          box.left < panel.right && box.right > panel.left && box.top < panel.bottom && box.bottom > panel.top
        );
      })
      .map((each) => each.dataset.cell);
  });

test('a phrase of quick chat is seen by the opponent, in their own language', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  const chat = x.page.getByRole('button', { name: 'Chat' });
  const panel = x.page.getByRole('region', { name: 'Quick chat' });
  const windows = [
    [360, 640],
    [740, 360],
    [768, 1024],
    [1024, 768],
    [1280, 720],
  ] as const;
  const moves = [1, 2, 3, 6, 5];
  for (const [index, [width, height]] of windows.entries()) {
    await x.page.setViewportSize({ width, height });
    await chat.click();
    await expect(panel).toBeVisible();
    // Board and panel take their size from the window a frame later.
    await expect.poll(() => coveredCells(x.page), `at ${width} × ${height}`).toEqual([]);
    await x.page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    // A turn of 30 s is too short for all windows.
    await playMoves(x, o, [moves[index]!], index);
  }
  await chat.click();
  await x.page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await expect(panel).toHaveCount(0);
  await chat.click();
  await playMoves(x, o, [4], moves.length);
  await expect(panel).toHaveCount(0);
  await chat.click();
  const bubble = ({ page }: OnlinePlayer) => page.getByText('Good luck!', { exact: true });
  const phrase = panel.getByRole('button', { name: 'Good luck!' });
  // A bubble is shown for 4 s: expected from before the click.
  await Promise.all([bubble(x).waitFor(), bubble(o).waitFor(), phrase.click()]);
  await expect(bubble(o)).toHaveCount(0);
  await closeAll(x, o);
});

const expectConnecting = ({ page }: OnlinePlayer) =>
  expect(page.getByRole('alert').filter({ hasText: 'Connecting...' })).toContainText(
    'Re-establishing connection to game server',
  );

test('a lost network freezes the board, and coming back finds the game as it is', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [1, 2]);
  await o.setNetwork(false);
  await expectConnecting(o);
  await cell(x.page, 3).click();
  await expect(cell(x.page, 3)).toHaveAccessibleName(/, X/);
  await expect(cell(o.page, 3)).toHaveAccessibleName(/empty/);
  const expectReconnected = await watchForStatus(o.page, 'Reconnected!');
  await o.setNetwork(true);
  await expectReconnected();
  await expect(o.page.getByText('Back online!')).toBeHidden();
  await expect(cell(o.page, 3)).toHaveAccessibleName(/, X/);
  await playMoves(x, o, [7], 3);
  await closeAll(x, o);
});

test('a reload in the middle of a game comes back to it', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [1, 2]);
  // The page's first timer is the splash's. It never ends here, so only the game can end the splash.
  await x.page.addInitScript(() => {
    sessionStorage.removeItem('splash-seen');
    const start = window.setTimeout;
    window.setTimeout = ((work: () => void) => {
      window.setTimeout = start;
      return start(work, 600_000);
    }) as typeof start;
  });
  await x.page.reload();
  await x.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(cell(x.page, 2)).toHaveAccessibleName(/, O/);
  await playMoves(x, o, [6], 2);
  await closeAll(x, o);
});

test('a player who leaves confirms it and loses; the opponent wins and returns to the computer', async ({
  browser,
}) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [1]);
  await x.page.getByRole('button', { name: 'Leave', exact: true }).click();
  const question = x.page.getByRole('dialog', { name: 'Leave this game?' });
  await expect(question).toContainText('If you leave now, you lose the game.');
  await expectAccessible(x.page);
  await question.getByRole('button', { name: 'Leave and lose' }).click();
  await expect(x.page.getByText('No opponent yet')).toBeVisible();
  const victory = o.page.getByRole('dialog', { name: 'Victory!' });
  await expect(victory).toContainText('left the game.');
  await expect(victory.getByRole('button', { name: 'Play Again' })).toHaveCount(0);
  const expectNotice = await watchForStatus(o.page, 'Switching to AI mode in 3 seconds...');
  await victory.getByRole('button', { name: 'View board' }).click();
  await expectNotice();
  await expect(o.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
  const stored = () =>
    o.page.evaluate(() => ({
      isOnline: localStorage.getItem('currentGameState')?.includes('"online"') ?? false,
      room: localStorage.getItem('currentRoomState'),
    }));
  // The room is left by a request, which is under way while the game against the computer is shown.
  await expect.poll(stored).toEqual({ isOnline: false, room: null });
  await closeAll(x, o);
});

test('auto-play moves for a player who lets a turn pass, until they take control', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [1, 2]);
  const take = x.page.getByRole('button', { name: 'Take Control' });
  // A turn takes 30 s.
  await expect(take).toBeVisible({ timeout: 90_000 });
  await expectAccessible(x.page);
  for (const { page } of [x, o]) await expect(page.locator('[data-cell][aria-label*=", X"]')).toHaveCount(2);
  await take.click();
  await expect(take).toHaveCount(0);
  await closeAll(x, o);
});

test('a sixth tab replaces another, which says so and can reconnect', async ({ browser }) => {
  const one = await guest(browser);
  const others = await Promise.all(Array.from({ length: 5 }, () => one.page.context().newPage()));
  const tabs = [one.page, ...others];
  const noticeIn = (tab: Page) => tab.getByText('Fifteen is open in too many tabs');
  /** Returns the tabs that were replaced: the server closes the one that was silent for longest. */
  const replaced = async () => {
    const shown = await Promise.all(tabs.map((tab) => noticeIn(tab).isVisible()));
    return tabs.filter((_, index) => shown[index]);
  };
  await waitForConnection(one.page);
  for (const tab of others) {
    await tab.goto('/');
    await expect(tab.getByRole('grid')).toBeVisible();
    await tab.locator('#splash').waitFor({ state: 'detached' });
    await waitForConnection(tab);
  }
  await expect.poll(replaced).toHaveLength(1);
  const [first] = await replaced();
  await expectAccessible(first!);
  await first!.getByRole('button', { name: 'Use this tab' }).click();
  await expect(noticeIn(first!)).toHaveCount(0);
  await expect.poll(replaced).toHaveLength(1);
  await closeAll(one);
});
