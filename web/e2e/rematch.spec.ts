import { type Browser, expect, test } from '@playwright/test';
import { grant } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expectBalance, grantCoins } from './coins.ts';
import { cell } from './local.ts';
import { guest, inOrder, meet, type Person, part, playOut } from './online.ts';
import { card, closeWatchedResult, create, dialog, join } from './rooms.ts';

// A game to its end and another one, in two browsers that share a machine.
test.describe.configure({ timeout: 150_000 });

/** X: column 2. */
const WIN_FOR_X = [2, 1, 7, 3, 12];

/** Meets, and plays to a win of X; the results are on both screens. */
async function finished(browser: Browser): Promise<[x: Person, o: Person]> {
  const [x, o] = await meet(browser);
  await playOut(x, o, WIN_FOR_X);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  return [x, o];
}

async function ask({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Play Again' }).click();
  await expect(page.getByRole('button', { name: 'Request sent' })).toBeDisabled();
}

/** The result of the last game, in which the opponent's request is answered. */
const question = (who: Person) =>
  dialog(who, /^(Victory!|Defeat)$/).filter({ hasText: 'wants to play again' });

/** The new game is there: `x` has lost X to `o`. */
async function expectSwapped(x: Person, o: Person): Promise<void> {
  for (const { page } of [x, o]) {
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 });
    await expect(cell(page, 2)).toHaveAccessibleName(/empty/, { timeout: 15_000 });
  }
  await playOut(o, x, [1, 2]);
}

test('a rematch is requested and accepted: a countdown, and swapped seats', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await expect(dialog(x, 'Victory!')).toContainText('no coins at stake');
  await expect(dialog(x, 'Victory!')).toContainText('you play O');
  await expectAccessible(x.page);
  await ask(x);
  await expect(question(o)).toContainText('you play X');
  await expectAccessible(o.page);
  await question(o).getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [x, o]) await expect(page.getByText('Starting new game...')).toBeVisible();
  await expectSwapped(x, o);
  await part(x, o);
});

test('a declined rematch leads back to the computer', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await ask(o);
  await question(x).getByRole('button', { name: 'Decline' }).click();
  await expect(o.page.getByText('Play Again Declined')).toBeVisible();
  await expect(o.page.getByText('The play again request was declined.')).toBeVisible();
  await expect(o.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
  await expect(dialog(x, 'Victory!')).toContainText('has left the room.');
  await part(x, o);
});

test('two concurrent requests start a rematch', async ({ browser }) => {
  const [x, o] = await finished(browser);
  // A user who is a moment later is asked instead.
  const want = ({ page }: Person) => page.getByRole('button', { name: /^(Play Again|Accept)$/ }).click();
  await Promise.all([want(x), want(o)]);
  // A press may meet the question that opens at this moment in place of the button below it: then it has to be answered.
  await expect(async () => {
    for (const { page } of [x, o]) {
      const accept = page.getByRole('button', { name: 'Accept' });
      if (await accept.isVisible()) await accept.click({ timeout: 1_000 });
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 3_000 });
    }
  }).toPass({ timeout: 20_000 });
  await expectSwapped(x, o);
  await part(x, o);
});

test('a request survives a reload, and can be answered', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await ask(x);
  await expect(question(o)).toBeVisible();
  await o.page.reload();
  await o.page.locator('#splash').waitFor({ state: 'detached' });
  await dialog(o, /wants to play again$/)
    .getByRole('button', { name: 'Accept' })
    .click();
  await expectSwapped(x, o);
  await part(x, o);
});

test('a dismissed request can still be accepted at the result', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await ask(x);
  await expect(question(o)).toBeVisible();
  await o.page.keyboard.press('Escape');
  await expect(o.page.getByRole('dialog')).toHaveCount(0);
  await o.page.getByRole('button', { name: 'Result' }).click();
  await question(o).getByRole('button', { name: 'Accept' }).click();
  await expectSwapped(x, o);
  await part(x, o);
});

test('after a reload the last game lies on the board, and its result can be opened', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await x.page.reload();
  await x.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(cell(x.page, 7)).toHaveAccessibleName(/, X/);
  await x.page.getByRole('button', { name: 'Result' }).click();
  await ask(x);
  await question(o).getByRole('button', { name: 'Accept' }).click();
  await expectSwapped(x, o);
  await part(x, o);
});

test('an owned emoji is sent and seen by both; who owns none has no button', async ({ browser }) => {
  const [x, o] = await meet(browser);
  await expect(o.page.getByRole('button', { name: 'Send Emoji' })).toHaveCount(0);
  const catalogue = (await (await x.page.request.get('/api/emojis')).json()) as {
    id: string;
    glyph: string;
  }[];
  const [emoji] = catalogue;
  expect(emoji).toBeDefined();
  await grant(x.page, 'items', '--item', emoji!.id);
  await x.page.reload();
  await x.page.locator('#splash').waitFor({ state: 'detached' });
  await x.page.getByRole('button', { name: 'Send Emoji' }).click();
  await expect(x.page.getByRole('button', { name: 'Smile' })).toBeFocused();
  await expectAccessible(x.page);
  await x.page.keyboard.press('Enter');
  for (const { page } of [x, o])
    await expect(page.locator('[data-motion]', { hasText: emoji!.glyph })).toBeVisible();
  await expect(o.page.locator('[data-motion]')).toHaveCount(0);
  await part(x, o);
});

test('a press on a face opens that card; it closes when the game ends', async ({ browser }) => {
  const [x, o] = await meet(browser);
  await playOut(x, o, WIN_FOR_X.slice(0, -1));
  await o.page
    .getByRole('button', { name: /'s profile$/ })
    .first()
    .click();
  await expect(o.page.getByRole('dialog')).toContainText('Win rate');
  await expectAccessible(o.page);
  await cell(x.page, 12).click();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  await expect(o.page.getByRole('dialog')).toHaveCount(1);
  await part(x, o);
});

test('after a lost connection at each step, each player has the state of the other', async ({ browser }) => {
  const [x, o] = await meet(browser);

  // In the middle of the game, the move made meanwhile is not lost.
  await playOut(x, o, WIN_FOR_X.slice(0, 3));
  await x.network(false);
  await cell(o.page, 3).click();
  await expect(cell(o.page, 3)).toHaveAccessibleName(/, O/);
  await x.network(true);
  await expect(x.page.getByText('Reconnected!')).toBeVisible();
  await expect(cell(x.page, 3)).toHaveAccessibleName(/, O/);

  // At the end: who was away finds the result.
  await o.network(false);
  await cell(x.page, 12).click();
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await o.network(true);
  await expect(dialog(o, 'Defeat')).toBeVisible();

  // While the question is asked: it is there when the connection is.
  await o.network(false);
  await ask(x);
  await o.network(true);
  await expect(question(o)).toBeVisible();

  // While the game is counted down to.
  await question(o).getByRole('button', { name: 'Accept' }).click();
  await expect(x.page.getByText('Starting new game...')).toBeVisible();
  await x.network(false);
  await expect(cell(o.page, 2)).toHaveAccessibleName(/empty/, { timeout: 15_000 });
  await x.network(true);
  await expectSwapped(x, o);

  // And the one who stays sees who is away, and since when.
  await o.network(false);
  await expect(x.page.getByText(/^Away \d:\d\d$/)).toBeVisible({ timeout: 20_000 });
  await o.network(true);
  await expect(x.page.getByText(/^Away/)).toHaveCount(0);
  await part(x, o);
});

test('the opponent leaves the next game: won, and back to the computer', async ({ browser }) => {
  const [x, o] = await finished(browser);
  await ask(o);
  await question(x).getByRole('button', { name: 'Accept' }).click();
  await expectSwapped(x, o);
  await o.page.getByRole('button', { name: 'Leave' }).first().click();
  await dialog(o, 'Leave this game?').getByRole('button', { name: 'Leave and lose' }).click();
  const victory = dialog(x, 'Victory!');
  await expect(victory.getByRole('button', { name: 'Play Again' })).toHaveCount(0);
  await victory.getByRole('button', { name: 'View board' }).click();
  await expect(x.page.getByText('Switching to AI mode in 3 seconds...')).toBeVisible();
  await expect(x.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
  const kept = await x.page.evaluate(() => ({
    game: localStorage.getItem('currentGameState') ?? '',
    room: localStorage.getItem('currentRoomState'),
  }));
  expect(kept.game).not.toContain('"online"');
  expect(kept.room).toBeNull();
  await part(x, o);
});

test('a rematch for coins, with spectators and a second tab', async ({ browser }) => {
  const [owner, player, watcher] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  for (const { page } of [owner, player]) await grantCoins(page, 10_000);
  const code = await create(owner, { spectators: true, bet: '5,000 coins' });
  await join(player, code);
  await join(watcher, code, 'Join as Spectator');
  await expect(card(owner)).toContainText('1 spectator');

  const tab = await owner.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('region', { name: 'Game Room' })).toContainText(code);
  await tab.locator('#splash').waitFor({ state: 'detached' });
  await tab.getByRole('button', { name: 'Start Game' }).click();
  const [x, o] = await inOrder(owner, player);
  // A move made in one tab is made in the other.
  const own = x === owner ? 2 : 1;
  if (x === player) await cell(player.page, 2).click();
  await cell(tab, own).click();
  for (const page of [owner.page, tab, player.page, watcher.page])
    await expect(cell(page, own)).toHaveAccessibleName(x === owner ? /, X/ : /, O/);
  const rest = [2, 1, 7, 3, 12];
  const made = x === owner ? 1 : 2;
  await playOut(x, o, rest.slice(made), made);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  for (const [who, balance] of [
    [x, '16k'],
    [o, '6,000'],
  ] as const)
    await expectBalance(who.page, balance);

  await dialog(o, 'Defeat').getByRole('button', { name: 'Play Again' }).click();
  await x.page.getByRole('button', { name: 'Accept' }).click();
  for (const each of [x, o])
    await expect(cell(each.page, 2)).toHaveAccessibleName(/empty/, { timeout: 15_000 });
  for (const [who, balance] of [
    [x, '11k'],
    [o, '1,000'],
  ] as const)
    await expectBalance(who.page, balance);
  await expect(cell(watcher.page, 12)).toHaveAccessibleName(/empty/);
  await playOut(o, x, rest);
  await closeWatchedResult(watcher);
  await expect(cell(watcher.page, 12)).toHaveAccessibleName(/, X/);
  await expect(dialog(o, 'Victory!')).toBeVisible();
  for (const [who, balance] of [
    [x, '11k'],
    [o, '11k'],
  ] as const)
    await expectBalance(who.page, balance);
  await expectBalance(tab, '11k');
  await part(...[owner, player, watcher]);
});
