import { expect, test } from '@playwright/test';
import { cell } from './local.ts';
import { guest, inOrder, part, playOut } from './online.ts';
import { button, card, closeWatchedResult, create, dialog, join } from './rooms.ts';
import { restartGateway } from './stack.ts';

/** Three browsers go through a whole game on a busy machine. */
test.describe.configure({ timeout: 240_000 });

test('the gateway restarts while players are in a room, and during their game', async ({ browser }) => {
  const [owner, player, spectator] = await Promise.all([guest(browser), guest(browser), guest(browser)]);
  const all = [owner, player, spectator];
  const duringOutage = (work: () => Promise<void>) =>
    all.reduce<() => Promise<void>>((inner, one) => () => one.excused(inner), work)();
  const back = async () => {
    for (const { page } of all)
      await expect(page.getByRole('banner').getByRole('button', { name: /^Online/ })).toBeVisible();
  };
  const code = await create(owner, { spectators: true });
  await join(player, code);
  await join(spectator, code, 'Join as Spectator');
  await expect(button(owner, 'Start Game')).toBeEnabled();

  await duringOutage(async () => {
    await restartGateway(owner.page, 'SIGTERM');
    await back();
  });
  for (const each of all) await expect(card(each)).toContainText(code);
  await button(owner, 'Start Game').click();
  const [x, o] = await inOrder(owner, player);
  await playOut(x, o, [2, 1, 7]);

  await duringOutage(async () => {
    await restartGateway(owner.page, 'SIGKILL');
    await back();
  });
  await playOut(x, o, [3, 12], 3);
  await expect(dialog(x, 'Victory!')).toBeVisible();
  await expect(dialog(o, 'Defeat')).toBeVisible();
  await closeWatchedResult(spectator);
  for (const position of [2, 7, 12]) await expect(cell(spectator.page, position)).toHaveAccessibleName(/, X/);
  await expect(card(spectator)).toContainText('ACTIVE');
  await part(...all);
});
