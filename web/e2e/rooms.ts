import { expect, type Page } from '@playwright/test';
import type { Person } from './online.ts';

/** A user who it is: here only their page counts. */
type Visitor = Pick<Person, 'page'>;

export const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });
/** The card of the room one is in. */
export const card = ({ page }: Visitor) => page.getByRole('region', { name: 'Game Room' });
export const toast = ({ page }: Visitor, text: string) => page.getByText(text, { exact: true }).first();

export const dialog = ({ page }: Visitor, name: string | RegExp) => page.getByRole('dialog', { name });

/** Waits for the result that a spectator sees, and closes it. */
export async function closeWatchedResult(spectator: Visitor): Promise<void> {
  await expect(dialog(spectator, / wins!$/)).toBeVisible();
  await spectator.page.keyboard.press('Escape');
  await expect(spectator.page.getByRole('dialog')).toHaveCount(0);
}

interface RoomOptions {
  spectators?: boolean;
  bet?: string;
  isPrivate?: boolean;
}

/** Opens a room; answers its code. */
export async function create(who: Visitor, { spectators, bet = 'Friendly', isPrivate }: RoomOptions = {}) {
  await button(who, 'Create New Room').click();
  const dialog = who.page.getByRole('dialog', { name: 'Create a room' });
  if (spectators) await dialog.getByRole('radio', { name: 'Players and spectators' }).check();
  await dialog.getByRole('radio', { name: bet, exact: true }).check();
  if (isPrivate) await dialog.getByRole('switch', { name: 'Private room' }).check();
  await button(who, 'Create Room').click();
  await expect(dialog).toHaveCount(0);
  return codeOf(who);
}

async function codeOf(who: Visitor): Promise<string> {
  await expect(card(who)).toContainText('WAITING');
  const code = await card(who).getByRole('definition').first().innerText();
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  await expect(toast(who, `Room ${code} created successfully`)).toBeVisible();
  return code;
}

/** Enters by a code, or by what contains one. */
export async function join(who: Visitor, text: string, as = 'Join as Player') {
  await who.page.getByLabel('Room code').fill(text);
  await button(who, as).click();
}

/** How a user who is signed in there is called. */
export const nameOf = (page: Page) => page.getByRole('banner').locator('span.truncate').first().innerText();
