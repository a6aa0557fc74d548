import { applyMove, evaluate, legalMoves, NEW_GAME, type Position } from '@fifteen/domain';
import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test';
import { cell, visitHome } from './local.ts';
import { startGuestGame, closeAll } from './online.ts';

/** Small and large phones, a tablet in both positions, and a small and a large desktop, in CSS pixels. */
const WINDOWS = [
  { width: 320, height: 740 },
  { width: 360, height: 740 },
  { width: 390, height: 740 },
  { width: 430, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;
type Window = (typeof WINDOWS)[number];
const phone: BrowserContextOptions = { isMobile: true, hasTouch: true, viewport: WINDOWS[0] };

/** A full board without a line. */
const DRAW: readonly Position[] = [1, 2, 3, 6, 5, 4, 7, 8, 9, 11, 10, 13, 12, 15, 14];

interface Layout {
  /** Width of the layout viewport; on a phone it grows with content that is too wide. */
  page: number;
  content: number;
  board: readonly number[];
  /** Buttons that are not completely on the screen, by their text. */
  cutOff: string[];
}

/** Measures the page once the board and the elements inside `actions` have stopped moving. */
const measure = (page: Page, actions: string): Promise<Layout> =>
  page.evaluate(async (selector) => {
    await document.fonts.ready;
    // Beside a column the board is sticky: its position in the page is the one without scrolling.
    scrollTo({ top: 0, behavior: 'instant' });
    const place = () => JSON.stringify(document.querySelector('[data-board]')!.getBoundingClientRect());
    for (let before = '', frame = 0; frame < 6; frame++) {
      await new Promise(requestAnimationFrame);
      if (place() !== before) frame = 0;
      before = place();
    }
    const moving = [...document.querySelectorAll(selector)].flatMap((one) => one.getAnimations());
    await Promise.allSettled(moving.map((one) => one.finished));
    const { left, top, width, height } = document.querySelector('[data-board]')!.getBoundingClientRect();
    const buttons = [...document.querySelectorAll<HTMLElement>(`${selector} button`)];
    return {
      page: innerWidth,
      content: document.documentElement.scrollWidth,
      // Relative to the page: a tap scrolls a low window to the cell.
      board: [left, top + scrollY, width, height].map(Math.round),
      cutOff: buttons
        .filter((button) => {
          const box = button.getBoundingClientRect();
          return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
        })
        .map((button) => button.innerText || (button.getAttribute('aria-label') ?? '')),
    };
  }, actions);

/**
 * Expects that the board of a page stays where it was at the first check. `check` looks in all windows, `checkMove` in
 * one of them, in turns.
 */
function trackBoard(page: Page) {
  const before = new Map<number, readonly number[]>();
  let moves = 0;
  async function checkIn(
    windows: readonly Window[],
    when: string,
    actions = '[data-actions]',
  ): Promise<void> {
    for (const { width, height } of windows) {
      await page.setViewportSize({ width, height });
      // The page takes a frame or two after a new window size.
      await expect(async () => {
        const layout = await measure(page, actions);
        const board = before.get(width) ?? layout.board;
        expect(layout, `${when} at ${width} px`).toEqual({ page: width, content: width, board, cutOff: [] });
        before.set(width, board);
      }).toPass();
    }
  }
  return {
    check: (when: string, actions?: string) => checkIn(WINDOWS, when, actions),
    checkMove: async (move: number) => {
      moves += 1;
      await checkIn([WINDOWS[moves % WINDOWS.length] ?? WINDOWS[0]], `after move ${move}`);
    },
  };
}

/** Expects that the result covers no cell in any window, nor more than 40 % of a phone held upright. */
async function expectBoardInSight(page: Page): Promise<void> {
  for (const { width, height } of [...WINDOWS, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
    await page.setViewportSize({ width, height });
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    await expect(async () => {
      const [board, result] = [await box('[data-board]'), await box('[data-result]')];
      const overlap = (start: 'x' | 'y', size: 'width' | 'height') =>
        Math.min(board[start] + board[size], result[start] + result[size]) -
        Math.max(board[start], result[start]);
      const isCovered = overlap('x', 'width') > 0 && overlap('y', 'height') > 0;
      expect(isCovered, `at ${width} px`).toBe(false);
      if (width < 768) expect(result.height / height, `at ${width} px`).toBeLessThanOrEqual(0.4);
    }).toPass();
  }
}

/** Returns a move that keeps the game a draw against perfect play, so that it lasts fifteen moves. */
function drawingMove(moves: readonly Position[]): Position {
  const state = moves.reduce((game, move) => applyMove(game, move), NEW_GAME);
  const found = legalMoves(state).find((move) => {
    const next = applyMove(state, move);
    return next.outcome ? next.outcome.winner === null : evaluate(next).value === 'draw';
  });
  if (!found) throw new Error(`No drawing move after ${moves.join(' ')}`);
  return found;
}

const shownMoves = (page: Page): Promise<Position[]> =>
  page
    .getByRole('list', { name: 'Moves so far' })
    .locator('.numeral')
    .evaluateAll((all) => all.map((one) => Number(one.textContent) as Position));

test('a whole game on one phone: nothing moves and everything stays on the screen', async ({ browser }) => {
  const page = await browser.newPage(phone);
  await visitHome(page);
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  const { check, checkMove } = trackBoard(page);
  await check('before the first move');
  for (const [index, move] of DRAW.entries()) {
    await cell(page, move).tap();
    await expect(page.getByRole('listitem')).toHaveCount(index + 1);
    await checkMove(index + 1);
  }
  await expect(page.getByRole('dialog', { name: 'Draw' })).toBeVisible();
  await check('with the result', '[role=dialog]');
  await page.getByRole('button', { name: 'View board' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await check('after the result');
  await page.context().close();
});

test(
  'a whole game against the computer on a phone: nothing moves',
  { tag: '@nightly' },
  async ({ browser }) => {
    const page = await browser.newPage(phone);
    await visitHome(page);
    await page.getByRole('radio', { name: 'Master' }).check();
    const { check, checkMove } = trackBoard(page);
    await check('before the first move');
    for (let count = 0; count < 15;) {
      await cell(page, drawingMove(await shownMoves(page))).tap();
      count = Math.min(count + 2, 15);
      await expect(page.getByRole('listitem')).toHaveCount(count);
      await checkMove(count);
    }
    await expect(page.getByRole('dialog', { name: 'Draw' })).toBeVisible();
    await check('with the result', '[role=dialog]');
    await page.context().close();
  },
);

test('a whole online game on a phone, a draw for both: nothing moves, not at its end either', async ({
  browser,
}) => {
  const [x, o] = await startGuestGame(browser, phone);
  // One player has the phone, the other a window as wide as a laptop's.
  const [phonePlayer, otherPlayer] = (await x.page.evaluate(() => innerWidth)) < 500 ? [x, o] : [o, x];
  const { check, checkMove } = trackBoard(phonePlayer.page);
  await check('before the first move');
  for (const [index, move] of DRAW.entries()) {
    await cell((index % 2 === 0 ? x : o).page, move).click();
    await expect(cell(phonePlayer.page, move)).toHaveAttribute('aria-label', /, [XO](,|$)/);
    await expect(cell(otherPlayer.page, move)).toHaveAttribute('aria-label', /, [XO](,|$)/);
    await checkMove(index + 1);
  }
  for (const { page } of [x, o]) await expect(page.getByRole('dialog', { name: 'Draw' })).toBeVisible();
  await check('with the result', '[role=dialog]');
  await expectBoardInSight(phonePlayer.page);
  await phonePlayer.page.setViewportSize(WINDOWS[0]);
  await phonePlayer.page.getByRole('button', { name: 'View board' }).tap();
  await expect(phonePlayer.page.getByRole('dialog')).toHaveCount(0);
  await check('after the result');
  await closeAll(x, o);
});

test('while the code of online play arrives, nothing moves, and a press on Find Match is not lost', async ({
  browser,
}) => {
  const page = await browser.newPage(phone);
  await visitHome(page);
  const { promise: isRequested, resolve: request } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/OnlineGameView-*.js', async (route) => {
    request();
    await isReleased;
    await route.continue();
  });
  await page.getByRole('radio', { name: 'Online' }).check();
  await isRequested;
  const { check } = trackBoard(page);
  await check('before the code');
  await page.setViewportSize(WINDOWS[0]);
  await page.getByRole('button', { name: 'Find Match' }).hover();
  await page.mouse.down();
  release();
  await expect(page.getByText('No opponent yet')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Quick match' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await check('with the code');
  await page.context().close();
});
