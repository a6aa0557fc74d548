import { expect, type Page } from '@playwright/test';
import { type OnlinePlayer, watchForStatus } from './online.ts';

type WithPage = Pick<OnlinePlayer, 'page'>;

export const button = ({ page }: WithPage, name: string) => page.getByRole('button', { name, exact: true });
/** Returns the card of the player's room. */
export const roomCard = ({ page }: WithPage) => page.getByRole('region', { name: 'Game Room' });
export const toast = ({ page }: WithPage, text: string) => page.getByText(text, { exact: true }).first();

export const dialog = ({ page }: WithPage, name: string | RegExp) => page.getByRole('dialog', { name });

/**
 * Returns the row of a player in the list of online players. The list renders the rows in sight only, and may have a
 * hundred players of other tests: it is scrolled until the row is there.
 */
export async function onlinePlayer(user: WithPage, name: string) {
  const list = dialog(user, 'Online players').getByRole('list', { name: 'Online players' });
  const row = list.getByRole('listitem').filter({ hasText: name });
  async function isRendered(): Promise<boolean> {
    if ((await row.count()) > 0) return true;
    await list.evaluate(({ parentElement: box }) => {
      if (!box) return;
      const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      box.scrollTop = isAtEnd ? 0 : box.scrollTop + box.clientHeight;
    });
    return false;
  }
  await expect.poll(isRendered, { intervals: [50] }).toBe(true);
  return row;
}

/** Waits for the result that a spectator sees, and closes it. */
export async function closeWatchedResult(spectator: WithPage): Promise<void> {
  await expect(dialog(spectator, / wins!$/)).toBeVisible();
  await spectator.page.keyboard.press('Escape');
  await expect(spectator.page.getByRole('dialog')).toHaveCount(0);
}

interface RoomOptions {
  spectators?: boolean;
  bet?: string;
  isPrivate?: boolean;
}

/** Creates a room and returns its code. */
export async function createRoom(
  user: WithPage,
  { spectators, bet = 'Friendly', isPrivate }: RoomOptions = {},
) {
  await button(user, 'Create New Room').click();
  const dialog = user.page.getByRole('dialog', { name: 'Create a room' });
  if (spectators) await dialog.getByRole('radio', { name: 'Players and spectators' }).check();
  await dialog.getByRole('radio', { name: bet, exact: true }).check();
  if (isPrivate) await dialog.getByRole('switch', { name: 'Private room' }).check();
  const created = await watchForStatus(user.page, 'created successfully');
  await button(user, 'Create Room').click();
  await expect(dialog).toHaveCount(0);
  const code = await codeOf(user);
  expect(await created()).toContain(`Room ${code} created successfully`);
  return code;
}

async function codeOf(user: WithPage): Promise<string> {
  await expect(roomCard(user)).toContainText('WAITING');
  const code = await roomCard(user).getByRole('definition').first().innerText();
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  return code;
}

/** Joins a room by a code, or by a text that contains one. */
export async function joinRoom(user: WithPage, text: string, as = 'Join as Player') {
  await user.page.getByLabel('Room code').fill(text);
  await button(user, as).click();
}

/** Joins a room with a bet as a player, which the player has to see first. */
export async function joinRoomWithBet(user: WithPage, text: string) {
  await joinRoom(user, text);
  await dialog(user, 'Join this room?').getByRole('button', { name: 'Join as Player' }).click();
}

/** Returns the name of the user who is signed in on the page. */
export const nameOf = (page: Page) => page.getByRole('banner').locator('span.truncate').first().innerText();
