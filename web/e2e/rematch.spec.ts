import { type Browser, expect, type Page, test } from '@playwright/test';
import { grant } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expectBalance, grantCoins } from './coins.ts';
import { cell } from './local.ts';
import {
  closeAll,
  guest,
  type OnlinePlayer,
  playMoves,
  startFriendly,
  startGuestGame,
  waitForGame,
  watchForStatus,
} from './online.ts';
import { roomCard, closeWatchedResult, createRoom, dialog, joinRoom, joinRoomWithBet } from './rooms.ts';

/** X: column 2. */
const WIN_FOR_X = [2, 1, 7, 3, 12];

/** Plays a game of two guests that X wins. Returns when both see the result. */
async function finishedGame(browser: Browser): Promise<[x: OnlinePlayer, o: OnlinePlayer]> {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, WIN_FOR_X);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  return [x, o];
}

async function requestRematch({ page }: OnlinePlayer): Promise<void> {
  await page.getByRole('button', { name: 'Play Again' }).click();
  await expect(page.getByRole('button', { name: 'Request sent' })).toBeDisabled();
}

/** Returns the result dialog with the opponent's request for a rematch. */
const rematchRequest = (player: OnlinePlayer) =>
  dialog(player, /^(Victory!|Defeat)$/).filter({ hasText: 'wants to play again' });

/** Accepts the request, and expects the text of the countdown on these pages. */
async function acceptAndExpectCountdown(acceptor: OnlinePlayer, pages: readonly Page[]): Promise<void> {
  const expectShown = await Promise.all(pages.map((page) => watchForStatus(page, 'Starting new game...')));
  await rematchRequest(acceptor).getByRole('button', { name: 'Accept' }).click();
  await Promise.all(expectShown.map((expectNow) => expectNow()));
}

/** Expects a new game with swapped seats: `o` now plays X. */
async function expectSwapped(x: OnlinePlayer, o: OnlinePlayer): Promise<void> {
  for (const { page } of [x, o]) {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(cell(page, 2)).toHaveAccessibleName(/empty/);
  }
  await playMoves(o, x, [1, 2]);
}

async function reload({ page }: OnlinePlayer): Promise<void> {
  await page.reload();
  await page.locator('#splash').waitFor({ state: 'detached' });
}

test('a rematch is requested and accepted: a countdown, and swapped seats', async ({ browser }) => {
  const [x, o] = await finishedGame(browser);
  await expect(dialog(x, 'Victory!')).toContainText('no coins at stake');
  await expect(dialog(x, 'Victory!')).toContainText('you play O');
  await expectAccessible(x.page);
  await requestRematch(x);
  await expect(rematchRequest(o)).toContainText('you play X');
  await expectAccessible(o.page);
  await acceptAndExpectCountdown(o, [x.page, o.page]);
  await expectSwapped(x, o);
  await closeAll(x, o);
});

test('a declined rematch leads back to the computer', async ({ browser }) => {
  const [x, o] = await finishedGame(browser);
  await requestRematch(o);
  await rematchRequest(x).getByRole('button', { name: 'Decline' }).click();
  await expect(o.page.getByRole('status').filter({ hasText: 'Play Again Declined' })).toContainText(
    'The play again request was declined.',
  );
  await expect(o.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
  await expect(dialog(x, 'Victory!')).toContainText('has left the room.');
  await closeAll(x, o);
});

test('two concurrent requests start a rematch', async ({ browser }) => {
  const [x, o] = await finishedGame(browser);
  // The player who is a moment later sees the other's request instead.
  const requestOrAccept = ({ page }: OnlinePlayer) =>
    page.getByRole('button', { name: /^(Play Again|Accept)$/ }).click();
  await Promise.all([requestOrAccept(x), requestOrAccept(o)]);
  // A press may hit the request's dialog, which opens at this moment, instead of the button below it.
  await expect(async () => {
    for (const { page } of [x, o]) {
      const accept = page.getByRole('button', { name: 'Accept' });
      if (await accept.isVisible()) await accept.click({ timeout: 1_000 });
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 3_000 });
    }
  }).toPass();
  await expectSwapped(x, o);
  await closeAll(x, o);
});

test('a press counts although a request moves the button meanwhile', async ({ browser }) => {
  const [x, o] = await finishedGame(browser);
  // Each of these lines moves the button as well, before it is pressed.
  for (const line of ['First Victory', 'Newcomer', 'gave away the draw'])
    await expect(dialog(x, 'Victory!')).toContainText(line);
  await x.page.getByRole('button', { name: 'Play Again' }).hover();
  await x.page.mouse.down();
  await requestRematch(o);
  await expect(rematchRequest(x)).toBeVisible();
  await x.page.mouse.up();
  await expectSwapped(x, o);
  await closeAll(x, o);
});

test('a dismissed request can still be accepted at the result', async ({ browser }) => {
  const [x, o] = await finishedGame(browser);
  await requestRematch(x);
  await expect(rematchRequest(o)).toBeVisible();
  await o.page.keyboard.press('Escape');
  await expect(o.page.getByRole('dialog')).toHaveCount(0);
  await o.page.getByRole('button', { name: 'Result' }).click();
  await rematchRequest(o).getByRole('button', { name: 'Accept' }).click();
  await expectSwapped(x, o);
  await closeAll(x, o);
});

test('after a reload the last game lies on the board, and a request can be made and answered', async ({
  browser,
}) => {
  const [x, o] = await finishedGame(browser);
  await reload(x);
  await expect(cell(x.page, 7)).toHaveAccessibleName(/, X/);
  await x.page.getByRole('button', { name: 'Result' }).click();
  await requestRematch(x);
  await expect(rematchRequest(o)).toBeVisible();
  await reload(o);
  await dialog(o, /wants to play again$/)
    .getByRole('button', { name: 'Accept' })
    .click();
  await expectSwapped(x, o);
  await closeAll(x, o);
});

test('an owned emoji is sent and seen by both; without emojis there is no button', async ({ browser }) => {
  const [sender, receiver] = await Promise.all([guest(browser), guest(browser)]);
  const catalogue = (await (await sender.page.request.get('/api/emojis')).json()) as {
    id: string;
    glyph: string;
  }[];
  const [emoji] = catalogue;
  expect(emoji).toBeDefined();
  await grant(sender.page, 'items', '--item', emoji!.id);
  await startFriendly(sender, receiver);
  const [x, o] = await waitForGame(sender, receiver);
  const send = sender.page.getByRole('button', { name: 'Send Emoji' });
  await expect(send).toBeVisible();
  await expect(receiver.page.getByRole('button', { name: 'Send Emoji' })).toHaveCount(0);
  await playMoves(x, o, [1, 2]);
  await send.click();
  await expect(sender.page.getByRole('button', { name: 'Smile' })).toBeFocused();
  await expectAccessible(sender.page);
  const shown = ({ page }: OnlinePlayer) => page.locator('[data-motion]', { hasText: emoji!.glyph });
  // An emoji is shown for 5 s: expected from before the press.
  await Promise.all([
    shown(sender).waitFor(),
    shown(receiver).waitFor(),
    sender.page.keyboard.press('Enter'),
  ]);
  await expect(receiver.page.locator('[data-motion]')).toHaveCount(0);
  await closeAll(x, o);
});

test('a press on a face opens that card; it closes when the game ends', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);
  await playMoves(x, o, WIN_FOR_X.slice(0, -1));
  await o.page
    .getByRole('button', { name: /'s profile$/ })
    .first()
    .click();
  await expect(o.page.getByRole('dialog')).toContainText('Win rate');
  await expectAccessible(o.page);
  await cell(x.page, 12).click();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  await expect(o.page.getByRole('dialog')).toHaveCount(1);
  await closeAll(x, o);
});

test('after a lost connection at each step, each player has the state of the other', async ({ browser }) => {
  const [x, o] = await startGuestGame(browser);

  // In the middle of the game: the move made meanwhile is there.
  await playMoves(x, o, WIN_FOR_X.slice(0, 3));
  await x.setNetwork(false);
  await cell(o.page, 3).click();
  await expect(cell(o.page, 3)).toHaveAccessibleName(/, O/);
  const expectReconnected = await watchForStatus(x.page, 'Reconnected!');
  await x.setNetwork(true);
  await expectReconnected();
  await expect(cell(x.page, 3)).toHaveAccessibleName(/, O/);

  // At the end: the player who was offline gets the result.
  await o.setNetwork(false);
  await cell(x.page, 12).click();
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await o.setNetwork(true);
  await expect(dialog(o, 'Defeat')).toBeVisible();

  // During the request: it is shown after the reconnection.
  await o.setNetwork(false);
  await requestRematch(x);
  await o.setNetwork(true);
  await expect(rematchRequest(o)).toBeVisible();

  // During the countdown.
  await acceptAndExpectCountdown(o, [x.page]);
  await x.setNetwork(false);
  await expect(cell(o.page, 2)).toHaveAccessibleName(/empty/);
  await x.setNetwork(true);
  await expectSwapped(x, o);

  // The opponent sees since when a player has been offline.
  await o.setNetwork(false);
  await expect(x.page.getByText(/^Away \d:\d\d$/)).toBeVisible();
  await o.setNetwork(true);
  await expect(x.page.getByText(/^Away/)).toHaveCount(0);
  await closeAll(x, o);
});

test('a rematch for coins, with spectators and a second tab', async ({ browser }) => {
  const [owner, player, watcher] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  for (const { page } of [owner, player]) await grantCoins(page, 10_000);
  const code = await createRoom(owner, { spectators: true, bet: '5,000 coins' });
  await joinRoomWithBet(player, code);
  await joinRoom(watcher, code, 'Join as Spectator');
  await expect(roomCard(owner)).toContainText('1 spectator');

  const tab = await owner.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('region', { name: 'Game Room' })).toContainText(code);
  await tab.locator('#splash').waitFor({ state: 'detached' });
  await tab.getByRole('button', { name: 'Start Game' }).click();
  const [x, o] = await waitForGame(owner, player);
  // A move in one tab appears in the other.
  const own = x === owner ? 2 : 1;
  if (x === player) await cell(player.page, 2).click();
  await expect(tab.getByRole('main').getByText('Your turn')).toBeVisible();
  await cell(tab, own).click();
  for (const page of [owner.page, tab, player.page, watcher.page])
    await expect(cell(page, own)).toHaveAccessibleName(x === owner ? /, X/ : /, O/);
  const rest = [2, 1, 7, 3, 12];
  const moveCount = x === owner ? 1 : 2;
  await playMoves(x, o, rest.slice(moveCount), moveCount);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  for (const [player, balance] of [
    [x, '16k'],
    [o, '6,000'],
  ] as const)
    await expectBalance(player.page, balance);

  await dialog(o, 'Defeat').getByRole('button', { name: 'Play Again' }).click();
  await x.page.getByRole('button', { name: 'Accept' }).click();
  for (const each of [x, o]) await expect(cell(each.page, 2)).toHaveAccessibleName(/empty/);
  for (const [player, balance] of [
    [x, '11k'],
    [o, '1,000'],
  ] as const)
    await expectBalance(player.page, balance);
  await expect(cell(watcher.page, 12)).toHaveAccessibleName(/empty/);
  await playMoves(o, x, rest);
  await closeWatchedResult(watcher);
  await expect(cell(watcher.page, 12)).toHaveAccessibleName(/, X/);
  await expect(dialog(o, 'Victory!')).toBeVisible();
  for (const [player, balance] of [
    [x, '11k'],
    [o, '11k'],
  ] as const)
    await expectBalance(player.page, balance);
  await expectBalance(tab, '11k');
  await closeAll(...[owner, player, watcher]);
});
