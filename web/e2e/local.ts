import type { Page } from '@playwright/test';
import { seeSplashBefore } from './splash.ts';

/** A player whose data the browser has stored, so that the app runs without a network. */
const returningPlayer = {
  id: 'e2e-player',
  userId: 'e2e-player',
  username: 'mina',
  displayName: 'Mina',
  isEmailVerified: true,
  isGuest: true,
  profileImageUrl: null,
  coins: 1000,
  level: 1,
  wins: 3,
  losses: 1,
  draws: 1,
  totalGames: 5,
  currentWinStreak: 2,
};

interface Visit {
  language?: string;
  theme?: string;
  /** The browser has no stored data. */
  newcomer?: boolean;
  /** The splash is shown for its 2.5 s. */
  splash?: boolean;
}

/** Makes calls fail and closes the socket, as if there were no server. */
export async function withoutServer(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort());
  await page.routeWebSocket('/ws', (socket) => socket.close());
}

/** Opens home as that player without a server, and waits until the splash has gone. */
export async function visitHome(
  page: Page,
  { language, theme, newcomer, splash }: Visit = {},
): Promise<void> {
  await withoutServer(page);
  if (!splash) await page.addInitScript(seeSplashBefore);
  await page.addInitScript(
    ([user, lang, equippedTheme]) => {
      if (sessionStorage.getItem('prepared')) return;
      sessionStorage.setItem('prepared', '1');
      localStorage.setItem('backup_user_data', user ?? '');
      if (lang) localStorage.setItem('language', lang);
      if (equippedTheme) localStorage.setItem('game-theme', equippedTheme);
    },
    [JSON.stringify({ ...returningPlayer, ...(newcomer && { totalGames: 0 }) }), language, theme],
  );
  await page.goto('/');
  await page.locator('#splash').waitFor({ state: 'detached' });
}

/** Returns a cell by its number, in any language. */
export const cell = (page: Page, position: number) => page.locator(`[data-cell="${position}"]`);

/** The moves in the list beside the board, which follows in the frame after the piece's. */
export const moves = (page: Page) => page.getByRole('list', { name: 'Moves so far' }).getByRole('listitem');
