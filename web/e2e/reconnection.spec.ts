import { expect, test } from '@playwright/test';
import { cell } from './local.ts';
import { findFriendly, guest, waitForGame, closeAll, type OnlinePlayer, playMoves } from './online.ts';
import { button, roomCard, createRoom, joinRoom, nameOf, onlinePlayer, toast } from './rooms.ts';
import { loseHttpResponse } from './socketInterceptor.ts';

/** Runs an action that loses a message, and waits until it is lost. */
async function expectFrameLoss(lost: Promise<void> | undefined, act: () => Promise<void>): Promise<void> {
  await act();
  await lost;
}

test('a request or response that a cut connection loses takes effect, and only once', async ({ browser }) => {
  const [owner, other] = await Promise.all([
    guest(browser, { interceptsSocket: true }),
    guest(browser, { interceptsSocket: true }),
  ]);
  const { socket } = owner;
  const name = await nameOf(other.page);
  const leave = async (player: OnlinePlayer) => {
    await player.whileCallsFail(async () => {
      await loseHttpResponse(player.page, '**/api/rooms/*/leave*');
      await button(player, 'Leave room').click();
      await expect(roomCard(player)).toHaveCount(0);
    });
    // A spectator who leaves is back in the mode against the computer.
    await player.page.getByRole('radio', { name: 'Online' }).check();
    await expect(button(player, 'Create New Room')).toBeVisible();
  };
  const inRoomOnce = async () => {
    await expect(roomCard(owner).getByText(name, { exact: true })).toHaveCount(1);
    await expect(roomCard(other).getByText(name, { exact: true })).toHaveCount(1);
  };
  let code = '';

  await test.step('making a room', async () => {
    const lostRequest = socket?.loseRequest('create_room');
    await expectFrameLoss(lostRequest, async () => void (await createRoom(owner)));
    await leave(owner);
    const answered = socket?.loseResponse('create_room_success');
    await expectFrameLoss(answered, async () => void (code = await createRoom(owner, { spectators: true })));
    await expect(owner.page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('joining and watching', async () => {
    await expectFrameLoss(other.socket?.loseRequest('join_room_request'), () =>
      joinRoom(other, code, 'Join as Spectator'),
    );
    await expect(other.page.getByText('You are watching')).toBeVisible();
    await expect(roomCard(owner)).toContainText('1 spectator');
    await leave(other);
    await expectFrameLoss(other.socket?.loseResponse('join_room_success'), () => joinRoom(other, code));
    await expect(button(other, 'Wait for Start')).toBeVisible();
    await inRoomOnce();
  });

  await test.step('starting', async () => {
    const started = other.socket?.loseResponse('game_started');
    await expectFrameLoss(socket?.loseRequest('start_game_request'), () =>
      button(owner, 'Start Game').click(),
    );
    await started;
  });

  await test.step('moving', async () => {
    const [x, o] = await waitForGame(owner, other);
    await expectFrameLoss(x.socket?.loseRequest('move'), () => cell(x.page, 1).click());
    await expectFrameLoss(o.socket?.loseResponse('move'), async () => {
      await expect(cell(o.page, 1)).toHaveAccessibleName(/, X/);
      await cell(o.page, 2).click();
    });
    for (const { page } of [x, o]) await expect(cell(page, 2)).toHaveAccessibleName(/, O/);
    await playMoves(x, o, [3, 4]);
    for (const { page } of [x, o])
      await expect(page.locator('[data-cell][aria-label*="empty"]')).toHaveCount(11);
  });

  await test.step('leaving the game', async () => {
    await other.whileCallsFail(async () => {
      await loseHttpResponse(other.page, '**/api/rooms/*/leave*');
      await other.page.getByRole('button', { name: 'Leave', exact: true }).click();
      await button(other, 'Leave and lose').click();
      await expect(toast(other, 'You left the game')).toBeVisible();
    });
    await button(owner, 'View board').click();
    await expect(owner.page.getByRole('radio', { name: 'Computer' })).toBeChecked();
    await owner.page.getByRole('radio', { name: 'Online' }).check();
  });

  await test.step('inviting and accepting', async () => {
    await createRoom(owner);
    await button(owner, 'Invite Friends').click();
    await button(owner, 'Invite online players').click();
    await onlinePlayer(owner, name);
    await owner.whileCallsFail(async () => {
      await loseHttpResponse(owner.page, '**/api/rooms/*/invite');
      await button(owner, `Invite ${name}`).click();
      await expect(button(owner, `${name} is invited`)).toBeDisabled();
    });
    await owner.page.keyboard.press('Escape');
    await expect(other.page.getByRole('region', { name: 'Room invitation' })).toHaveCount(1);
    await other.whileCallsFail(async () => {
      await loseHttpResponse(other.page, '**/api/room-invitations/*/respond');
      await button(other, 'Accept').click();
      await expect(toast(other, 'Invitation accepted')).toBeVisible();
    });
    await inRoomOnce();
    await leave(owner);
    await leave(other);
  });

  await test.step('looking for a match, and being found', async () => {
    await owner.whileCallsFail(async () => {
      await loseHttpResponse(owner.page, '**/api/matchmaking/join');
      await findFriendly(owner);
      await expect(owner.page.getByRole('timer', { name: 'Time searched' })).toBeVisible();
    });
    const found = Promise.all([
      owner.socket?.loseResponse('match_found'),
      other.socket?.loseResponse('game_started'),
    ]);
    await findFriendly(other);
    await found;
    await playMoves(...(await waitForGame(owner, other)), [1, 2]);
    for (const { page } of [owner, other]) await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await closeAll(owner, other);
});
