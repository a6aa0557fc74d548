import { expect, type Page, test } from '@playwright/test';
import type { Game } from '@fifteen/contract';
import { cell, visitHome } from './local.ts';
import { expectAccessible } from './axe.ts';
import { guest, startGuestGame, closeAll, playMoves } from './online.ts';
import { expectNoOverflow } from './visitor.ts';

/** X gives the win away with 2, loses with 4, and O completes 3-7-11. */
const LOST = [1, 7, 2, 3, 4, 8, 14, 11];

/** Opens home as a player who has just lost that game to the computer. */
async function withLostGame(page: Page, language?: string): Promise<void> {
  await page.addInitScript((moves) => {
    const game = { id: 'local-game-e2e', mode: 'ai', difficulty: 'medium', moves, endedAt: Date.now() };
    localStorage.setItem('localGames', JSON.stringify([game]));
  }, LOST);
  await visitHome(page, { language });
}

test('a newcomer is offered the tutorial once, and learns all six boards by keyboard alone', async ({
  page,
}) => {
  await visitHome(page, { newcomer: true });
  await page.getByRole('button', { name: 'Show me' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const board = (position: number) => dialog.locator(`[data-cell="${position}"]`);
  const coach = dialog.getByRole('status');

  /** Each new board has the focus on cell 1. */
  async function take(position: number): Promise<void> {
    await expect(board(1)).toBeFocused();
    for (let row = 1; row < Math.ceil(position / 5); row += 1) await page.keyboard.press('ArrowDown');
    for (let column = 1; column < ((position - 1) % 5) + 1; column += 1)
      await page.keyboard.press('ArrowRight');
    await expect(board(position)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  /** After a solved task, the button to the next one has the focus. */
  async function goOn(name = 'Next'): Promise<void> {
    await expect(dialog.getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Enter');
  }

  await expect(dialog).toHaveAccessibleName('Take a cell');
  await expect(dialog.getByRole('grid')).toHaveAccessibleDescription(/^You are X\. Take any free cell/);
  await expectAccessible(page);
  await take(7);
  await goOn();

  await expect(dialog).toHaveAccessibleName('The lock');
  await take(8);
  await expect(coach).toHaveText('Cell 8 is locked on the first move. Take any other one.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(coach).toContainText('open to both');
  await goOn();

  await take(5);
  await expect(coach).toContainText('Four side by side win');
  await goOn();
  await take(10);
  await goOn();
  await take(10);
  await goOn();

  await take(15);
  await expect(coach).toContainText('3-9-15 runs into the sealed column');
  await expectAccessible(page);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(coach).toContainText('one of the four diagonals');
  await goOn('Play');
  await expect(dialog).toHaveCount(0);
  // Of the steps for newcomers, only the first game remains.
  await expect(page.getByRole('button', { name: 'Play on Easy' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show me' })).toHaveCount(0);
});

test('a newcomer is led to a first game against the easiest computer, and is no newcomer after it', async ({
  page,
}) => {
  await visitHome(page, { newcomer: true });
  const way = page.getByRole('region', { name: 'Your first game' });
  await way.getByRole('button', { name: 'Play on Easy' }).click();
  await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
  await expect(cell(page, 1)).toBeFocused();
  await page.evaluate(() =>
    localStorage.setItem('preferences', JSON.stringify({ difficulty: 'easy', games: 1 })),
  );
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Game rules/ })).toBeVisible();
  await expect(way).toHaveCount(0);
});

test('the tutorial can be done again from the rules, and closing it goes back to where they were opened', async ({
  page,
}) => {
  await visitHome(page);
  await expect(page.getByRole('button', { name: 'Show me' })).toHaveCount(0);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await page.getByRole('button', { name: /^Game rules/ }).click();
    await page.getByRole('button', { name: 'Learn by playing' }).click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Take a cell');
    await expect(page.getByRole('dialog').locator('[data-cell="1"]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Game rules/ })).toBeFocused();
  }
});

test('what only looks like a line is explained, in words and on the board', async ({ page }) => {
  await visitHome(page);
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  for (const position of [3, 1, 9, 2, 15]) await cell(page, position).click();
  await expect(page.getByText('Diagonals through 5, 10 and 15 do not count.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a lost game is reviewed: what each move was worth, found by the solver on its own thread', async ({
  page,
}) => {
  await withLostGame(page);
  await page.getByRole('link', { name: 'My games' }).click();
  await page.getByText('On this device').click();
  await page.getByRole('link', { name: /^Lost.*3-7-11/ }).click();
  await expect(page).toHaveURL(/\/games\/local-game-e2e$/);
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeFocused();
  // The solver works for a fifth of a second, longer on a busy machine.
  await expect(page.getByRole('heading', { name: 'O has won' })).toBeVisible();
  await expect(page.getByText('2 turning points')).toBeVisible();

  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'O wins in 1 move' })).toBeVisible();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft');
  const main = page.getByRole('main');
  await expect(main.getByText('It gave the draw away.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move 5: X on 4, Turning point' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(cell(page, 4)).toHaveAccessibleName(/, X, last move$/);
  await expect(cell(page, 8)).toHaveAccessibleName(/, empty$/);
  await expectAccessible(page);

  await page.keyboard.press('Home');
  await expect(main.getByText('Best now: 1, 4, 7, 11, 14')).toBeVisible();
  await page.getByRole('slider', { name: 'Move' }).press('ArrowRight');
  await expect(main.getByText('Move 1: X on 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Last move', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'O has won' })).toBeVisible();
  // On the board, arrow keys go from cell to cell, not from move to move.
  await cell(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 2)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'O has won' })).toBeVisible();
});

for (const [language, width, height] of [
  ['en', 320, 640],
  ['ar', 360, 740],
] as const)
  test(`nothing of a review is cut off on a phone, held in either way (${language})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await withLostGame(page, language);
    await page.goto('/games/local-game-e2e');
    await page.locator('#splash').waitFor({ state: 'detached' });
    await expect(page.getByRole('slider')).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: height, height: width });
    await expectNoOverflow(page);
    await expectAccessible(page);
  });

/** Returns a finished game that the player won, as the server sends it. */
const finishedGame = (index: number) =>
  ({
    id: `g${index}`,
    status: 'finished',
    winner: 'X',
    finishedAt: new Date(Date.now() - index * 3_600_000).toISOString(),
    playerXId: 'e2e-player',
    playerOId: 'other',
    playerXInfo: null,
    playerOInfo: { displayName: `Opponent ${index}`, profileImageUrl: null },
    betAmount: index === 0 ? 5000 : 0,
    moves: [2, 1, 7, 3, 12],
  }) as unknown as Game;

test('the finished online games come a page at a time', async ({ page }) => {
  await visitHome(page);
  const pages: Record<string, { games: Game[]; nextCursor: string | null }> = {
    '': { games: Array.from({ length: 20 }, (_, index) => finishedGame(index)), nextCursor: 'next' },
    next: { games: [finishedGame(20), finishedGame(21)], nextCursor: null },
  };
  await page.route('**/api/games?*', (route) => route.abort());
  await page.route(/\/api\/games(\?cursor=\w+)?$/, (route) =>
    route.fulfill({ json: pages[new URL(route.request().url()).searchParams.get('cursor') ?? ''] }),
  );
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'My games' }).click();
  const games = page.getByRole('main').getByRole('listitem');
  await expect(games).toHaveCount(20);
  await expect(games.first()).toContainText('+5,000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(games).toHaveCount(22);
  // The button is gone; the first of the new games has the focus.
  await expect(games.nth(20).getByRole('link')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('where the games cannot be had, the page says so and tries again', async ({ page }) => {
  await visitHome(page);
  await page.getByRole('link', { name: 'My games' }).click();
  const trouble = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await expect(trouble).toBeVisible();
  await page.route('**/api/games', (route) => route.fulfill({ json: { games: [], nextCursor: null } }));
  await trouble.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No finished games yet' })).toBeVisible();
  await expectAccessible(page);
});

test('an online game is reviewed from its result, at its turning point, and is among the finished ones', async ({
  browser,
}) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [2, 1, 7, 3, 12]);
  const result = o.page.getByRole('dialog');
  await expect(result.getByText('You gave away the draw on move 2.')).toBeVisible();
  await result.getByRole('link', { name: 'Review the game' }).click();
  await expect(o.page.getByRole('main').getByText('It gave the draw away.')).toBeVisible();
  await expect(cell(o.page, 7)).toHaveAccessibleName(/, empty$/);
  await o.page.keyboard.press('End');
  await expect(o.page.getByRole('heading', { name: 'X has won' })).toBeVisible();
  await o.page.getByRole('link', { name: 'My games' }).click();
  await expect(o.page.getByRole('link', { name: /^Lost/ })).toBeVisible();
  await closeAll(x, o);
});

test('a player in the middle of an online game looks at an old one without an analysis', async ({
  browser,
}) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, [2, 1]);
  await x.page.evaluate((moves) => {
    const game = { id: 'local-game-e2e', mode: 'ai', difficulty: 'medium', moves, endedAt: Date.now() };
    localStorage.setItem('localGames', JSON.stringify([game]));
  }, LOST);
  await x.page.getByRole('link', { name: 'My games' }).click();
  await x.page.getByText('On this device').click();
  await x.page.getByRole('link', { name: /^Lost/ }).click();
  await expect(x.page.getByText('Nothing is analysed while you play online.')).toBeVisible();
  await expect(x.page.getByText('Best now')).toHaveCount(0);
  await x.page.goBack();
  await x.page.getByRole('link', { name: 'Back to board' }).click();
  await expect(cell(x.page, 2)).toHaveAccessibleName(/, X/);
  await closeAll(x, o);
});

test('a player without games sees what will be listed here', async ({ browser }) => {
  const one = await guest(browser);
  await one.page.getByRole('link', { name: 'My games' }).click();
  await expect(one.page.getByText('Your online games will appear here, ready for review.')).toBeVisible();
  await one.page.getByText('On this device').click();
  await expect(
    one.page.getByText('Games against the computer and pass-and-play games will appear here.'),
  ).toBeVisible();
  await closeAll(one);
});
