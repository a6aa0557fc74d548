import { expect, test } from '@playwright/test';
import { cell } from './local.ts';
import { guest, waitForConnection, waitForGame, closeAll, playMoves } from './online.ts';
import { button, roomCard, closeWatchedResult, createRoom, dialog, joinRoom } from './rooms.ts';
import { restartGateway } from './stack.ts';

test('the gateway restarts while players are in a room, and during their game', async ({ browser }) => {
  const [owner, player, spectator] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  const all = [owner, player, spectator];
  const duringOutage = (work: () => Promise<void>) =>
    all.reduce<() => Promise<void>>((inner, one) => () => one.whileCallsFail(inner), work)();
  const expectConnected = async () => {
    for (const { page } of all) await waitForConnection(page);
  };
  const code = await createRoom(owner, { spectators: true });
  await joinRoom(player, code);
  await joinRoom(spectator, code, 'Join as Spectator');
  // A call that the restart interrupts may be lost.
  for (const each of all) await expect(roomCard(each)).toContainText(code);
  await expect(button(owner, 'Start Game')).toBeEnabled();

  await duringOutage(async () => {
    await restartGateway(owner.page, 'SIGTERM');
    await expectConnected();
  });
  for (const each of all) await expect(roomCard(each)).toContainText(code);
  await button(owner, 'Start Game').click();
  const [x, o] = await waitForGame(owner, player);
  await playMoves(x, o, [2, 1, 7]);

  await duringOutage(async () => {
    await restartGateway(owner.page, 'SIGKILL');
    await expectConnected();
  });
  await playMoves(x, o, [3, 12], 3);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  await closeWatchedResult(spectator);
  for (const position of [2, 7, 12]) await expect(cell(spectator.page, position)).toHaveAccessibleName(/, X/);
  await expect(roomCard(spectator)).toContainText('ACTIVE');
  await closeAll(...all);
});
