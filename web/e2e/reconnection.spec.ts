import { expect, test } from '@playwright/test';
import { cell } from './local.ts';
import { findFriendly, guest, inOrder, part, type Person, playOut } from './online.ts';
import { button, card, create, join, nameOf, toast } from './rooms.ts';
import { loseCallAnswer } from './wire.ts';

/** Two browsers go through everything once; each flow is a step. */
test.describe.configure({ timeout: 240_000 });

/** Does something that loses a frame, and waits until it is lost. */
async function expectFrameLoss(lost: Promise<void> | undefined, act: () => Promise<void>): Promise<void> {
  await act();
  await lost;
}

test('a request or response that a cut connection loses takes effect, and only once', async ({ browser }) => {
  const [owner, other] = await Promise.all([
    guest(browser, { interceptsSocket: true }),
    guest(browser, { interceptsSocket: true }),
  ]);
  const { wire } = owner;
  const name = await nameOf(other.page);
  const leave = async (who: Person) => {
    await who.excused(async () => {
      await loseCallAnswer(who.page, '**/api/rooms/*/leave');
      await button(who, 'Leave room').click();
      await expect(card(who)).toHaveCount(0);
    });
    // A spectator who leaves is back in the mode against the computer.
    await who.page.getByRole('radio', { name: 'Online' }).check();
    await expect(button(who, 'Create New Room')).toBeVisible();
  };
  const inRoomOnce = async () => {
    await expect(card(owner).getByText(name, { exact: true })).toHaveCount(1);
    await expect(card(other).getByText(name, { exact: true })).toHaveCount(1);
  };
  let code = '';

  await test.step('making a room', async () => {
    const lostRequest = wire?.loseAsked('create_room');
    await expectFrameLoss(lostRequest, async () => void (await create(owner)));
    await leave(owner);
    const answered = wire?.loseAnswer('create_room_success');
    await expectFrameLoss(answered, async () => void (code = await create(owner, { spectators: true })));
    await expect(owner.page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('joining and watching', async () => {
    await expectFrameLoss(other.wire?.loseAsked('join_room_request'), () =>
      join(other, code, 'Join as Spectator'),
    );
    await expect(other.page.getByText('You are watching')).toBeVisible();
    await expect(card(owner)).toContainText('1 spectator');
    await leave(other);
    await expectFrameLoss(other.wire?.loseAnswer('join_room_success'), () => join(other, code));
    await expect(button(other, 'Wait for Start')).toBeVisible();
    await inRoomOnce();
  });

  await test.step('starting', async () => {
    const started = other.wire?.loseAnswer('game_started');
    await expectFrameLoss(wire?.loseAsked('start_game_request'), () => button(owner, 'Start Game').click());
    await started;
  });

  await test.step('moving', async () => {
    const [x, o] = await inOrder(owner, other);
    await expectFrameLoss(x.wire?.loseAsked('move'), () => cell(x.page, 1).click());
    await expectFrameLoss(o.wire?.loseAnswer('move'), async () => {
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
    await playOut(...(await inOrder(owner, other)), [1, 2]);
    for (const { page } of [owner, other]) await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await part(owner, other);
});
