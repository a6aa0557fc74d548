import { expect, test } from '@playwright/test';
import { expectBalance, grantCoins } from './coins.ts';
import { cell } from './local.ts';
import { findFriendly, guest, ownTurn, part, type Person, playOut } from './online.ts';
import { button, card, create, join, nameOf, toast } from './rooms.ts';
import { restartGateway } from './stack.ts';
import { loseCallAnswer } from './wire.ts';

/** Two or three browsers go through everything once; each flow is a step. */
test.describe.configure({ timeout: 240_000 });

const dialog = ({ page }: Person, name: string) => page.getByRole('dialog', { name });

/** Who has X first. */
const seated = async (one: Person, two: Person): Promise<[x: Person, o: Person]> => {
  // Of the turn: a search has a timer, too.
  for (const { page } of [one, two])
    await expect(page.getByRole('timer', { name: /^Time left/ })).toBeVisible({ timeout: 20_000 });
  return (await ownTurn(one).isVisible()) ? [one, two] : [two, one];
};

/** Waits for the result that a spectator sees, and closes it. */
async function closeResult({ page }: Person): Promise<void> {
  await expect(page.getByRole('dialog', { name: / wins!$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Does something that loses a frame, and waits until it is lost. */
async function losing(lost: Promise<void> | undefined, act: () => Promise<void>): Promise<void> {
  await act();
  await lost;
}

test('whatever is asked or answered when the connection is cut happens, and happens once', async ({
  browser,
}) => {
  const [owner, other] = await Promise.all([
    guest(browser, { wired: true }),
    guest(browser, { wired: true }),
  ]);
  const { wire } = owner;
  const name = await nameOf(other.page);
  const leave = async (who: Person) => {
    await who.excused(async () => {
      await loseCallAnswer(who.page, '**/api/rooms/*/leave');
      await button(who, 'Leave room').click();
      await expect(card(who)).toHaveCount(0);
    });
    // Who watched is with the computer now.
    await who.page.getByRole('radio', { name: 'Online' }).check();
    await expect(button(who, 'Create New Room')).toBeVisible();
  };
  const inRoomOnce = async () => {
    await expect(card(owner).getByText(name, { exact: true })).toHaveCount(1);
    await expect(card(other).getByText(name, { exact: true })).toHaveCount(1);
  };
  let code = '';

  await test.step('making a room', async () => {
    const asked = wire?.loseAsked('create_room');
    await losing(asked, async () => void (await create(owner)));
    await leave(owner);
    const answered = wire?.loseAnswer('create_room_success');
    await losing(answered, async () => void (code = await create(owner, { spectators: true })));
    await expect(owner.page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('joining and watching', async () => {
    await losing(other.wire?.loseAsked('join_room_request'), () => join(other, code, 'Join as Spectator'));
    await expect(other.page.getByText('You are watching')).toBeVisible();
    await expect(card(owner)).toContainText('1 spectator');
    await leave(other);
    await losing(other.wire?.loseAnswer('join_room_success'), () => join(other, code));
    await expect(button(other, 'Wait for Start')).toBeVisible();
    await inRoomOnce();
  });

  await test.step('starting', async () => {
    const started = other.wire?.loseAnswer('game_started');
    await losing(wire?.loseAsked('start_game_request'), () => button(owner, 'Start Game').click());
    await started;
  });

  await test.step('moving', async () => {
    const [x, o] = await seated(owner, other);
    await losing(x.wire?.loseAsked('move'), () => cell(x.page, 1).click());
    await losing(o.wire?.loseAnswer('move'), async () => {
      await expect(cell(o.page, 1)).toHaveAccessibleName(/, X/);
      await cell(o.page, 2).click();
    });
    for (const { page } of [x, o]) await expect(cell(page, 2)).toHaveAccessibleName(/, O/);
    await playOut(x, o, [3, 4]);
    for (const { page } of [x, o])
      await expect(page.locator('[data-cell][aria-label*="empty"]')).toHaveCount(11);
  });

  await test.step('leaving the game', async () => {
    await other.excused(async () => {
      await loseCallAnswer(other.page, '**/api/rooms/*/leave');
      await other.page.getByRole('button', { name: 'Leave', exact: true }).click();
      await button(other, 'Leave and lose').click();
      await expect(toast(other, 'You left the game')).toBeVisible();
    });
    await button(owner, 'View board').click();
    await expect(owner.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
    await owner.page.getByRole('radio', { name: 'Online' }).check();
  });

  await test.step('inviting and accepting', async () => {
    await create(owner);
    await button(owner, 'Invite friends').click();
    await button(owner, 'Invite online players').click();
    await owner.excused(async () => {
      await loseCallAnswer(owner.page, '**/api/rooms/*/invite');
      await button(owner, `Invite ${name}`).click();
      await expect(button(owner, `${name} is invited`)).toBeDisabled();
    });
    await owner.page.keyboard.press('Escape');
    await expect(other.page.getByRole('region', { name: 'Room invitation' })).toHaveCount(1);
    await other.excused(async () => {
      await loseCallAnswer(other.page, '**/api/room-invitations/*/respond');
      await button(other, 'Accept').click();
      await expect(toast(other, 'Invitation accepted')).toBeVisible();
    });
    await inRoomOnce();
    await leave(owner);
    await leave(other);
  });

  await test.step('looking for a match, and being found', async () => {
    await owner.excused(async () => {
      await loseCallAnswer(owner.page, '**/api/matchmaking/join');
      await findFriendly(owner);
      await expect(owner.page.getByRole('timer', { name: 'Time searched' })).toBeVisible();
    });
    const found = Promise.all([
      owner.wire?.loseAnswer('match_found'),
      other.wire?.loseAnswer('game_started'),
    ]);
    await findFriendly(other);
    await found;
    await playOut(...(await seated(owner, other)), [1, 2]);
    for (const { page } of [owner, other]) await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await part(owner, other);
});

test('the gateway restarts while players are in a room, and during their game', async ({ browser }) => {
  const [owner, player, watcher] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  const all = [owner, player, watcher];
  const during = (work: () => Promise<void>) =>
    all.reduce<() => Promise<void>>((inner, one) => () => one.excused(inner), work)();
  const back = async () => {
    for (const { page } of all)
      await expect(page.getByRole('banner').getByRole('button', { name: /^Online/ })).toBeVisible();
  };
  const code = await create(owner, { spectators: true });
  await join(player, code);
  await join(watcher, code, 'Join as Spectator');
  await expect(button(owner, 'Start Game')).toBeEnabled();

  await during(async () => {
    await restartGateway(owner.page, 'SIGTERM');
    await back();
  });
  for (const each of all) await expect(card(each)).toContainText(code);
  await button(owner, 'Start Game').click();
  const [x, o] = await seated(owner, player);
  await playOut(x, o, [2, 1, 7]);

  await during(async () => {
    await restartGateway(owner.page, 'SIGKILL');
    await back();
  });
  await playOut(x, o, [3, 12], 3);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  await closeResult(watcher);
  for (const position of [2, 7, 12]) await expect(cell(watcher.page, position)).toHaveAccessibleName(/, X/);
  await expect(card(watcher)).toContainText('ACTIVE');
  await part(...all);
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
  const [x, o] = await seated(owner, player);
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
  await closeResult(watcher);
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
