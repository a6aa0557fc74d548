import type { User } from '@fifteen/contract';
import { expect, type Page, test } from '@playwright/test';
import en from '../src/lib/i18n/locales/en/first.json' with { type: 'json' };
import enLater from '../src/lib/i18n/locales/en/later.json' with { type: 'json' };
import { gameAfter, player, resultOf, room, WIN_FOR_X } from '../src/test/onlineGames.ts';
import type { GameServer } from './gameServer.ts';
import { cell } from './local.ts';
import { member, newcomer, NOW } from './sampleData.ts';
import { sampleServer } from './sampleServer.ts';
import { seeSplashBefore } from './splash.ts';

const words = { ...en, ...enLater };

interface Screen {
  name: string;
  user: User | null;
  path?: string;
  /** From the loaded page to what the picture shows. */
  open(page: Page, server: GameServer): Promise<void>;
}

const seats = { playerXId: member.id, playerXInfo: player(member.id, member.displayName), serverTime: NOW };
const participants = [member.id, 'you'].map((userId) => ({
  id: `p-${userId}`,
  userId,
  role: 'player',
  awaySince: null,
  agreed: false,
  user: { profileImageUrl: null, firstName: null, username: userId, displayName: 'Yusuf' },
}));

/** An online game on the own turn, with 18 of its 30 seconds left. */
async function onTurn(page: Page, server: GameServer): Promise<void> {
  const game = gameAfter([7, 2, 12, 9], { ...seats, timeRemaining: 18 });
  // A message that comes before the app listens is lost.
  await expect(async () => {
    server.send({ type: 'game_reconnection', room: { ...room(), participants }, participants, game });
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 500 });
  }).toPass();
  const toast = page.getByText(words.onlineGame.reconnected, { exact: true }).last();
  await toast.locator('..').locator('..').getByRole('button', { name: words.ui.close }).click();
}

async function playHere(page: Page, positions: readonly number[]): Promise<void> {
  await page.getByRole('radio', { name: words.home.mode.passPlay }).check({ force: true });
  for (const position of positions) await cell(page, position).click();
}

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: words.home.menu.open }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const screens: readonly Screen[] = [
  {
    name: 'sign-in',
    user: null,
    path: '/auth',
    open: (page) => expect(page.getByLabel(words.auth.field.login)).toBeVisible(),
  },
  {
    name: 'newcomer',
    user: newcomer,
    open: (page) => expect(page.getByRole('grid')).toBeVisible(),
  },
  { name: 'on-turn', user: member, open: onTurn },
  {
    name: 'near-miss',
    user: member,
    open: async (page) => {
      await playHere(page, [11, 1, 12, 2, 13]);
      await expect(page.getByText(words.gameView.hint.title)).toBeVisible();
    },
  },
  {
    name: 'result',
    user: member,
    open: async (page, server) => {
      await onTurn(page, server);
      server.send({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_X, seats)) });
      await expect(page.getByText(words.gameView.victory).first()).toBeVisible();
    },
  },
  {
    name: 'review',
    user: member,
    path: '/games/local-game-sample',
    open: (page) => expect(page.getByRole('grid')).toBeVisible(),
  },
  {
    name: 'shop',
    user: member,
    path: '/shop',
    open: (page) => expect(page.locator('[data-look="thunder"]').first()).toBeVisible(),
  },
  {
    name: 'quick-match',
    user: member,
    open: async (page) => {
      await page.getByRole('radio', { name: words.home.mode.online }).check({ force: true });
      await page.getByRole('button', { name: words.matchmaking.find }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'friends',
    user: member,
    open: (page) => chooseInMenu(page, words.home.menu.friends),
  },
  {
    name: 'leaderboard',
    user: member,
    open: async (page) => {
      await page.getByRole('button', { name: words.home.leaderboard }).click();
      await expect(page.getByText('Amara').first()).toBeVisible();
    },
  },
];

/** What would go by itself after some seconds stays: how long a picture takes differs. */
function keepMessages(): void {
  const { setTimeout } = globalThis;
  const never = (run: () => void, ms = 0) => (ms < 5_000 ? setTimeout(run, ms) : 0);
  globalThis.setTimeout = never as typeof setTimeout;
}

/** A game against the computer that this browser remembers. */
const game = { id: 'local-game-sample', mode: 'ai', difficulty: 'medium', moves: [1, 7, 2, 3, 4, 8, 14, 11], endedAt: NOW };

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

for (const theme of ['default', 'minimalist'])
  for (const [size, viewport] of Object.entries(sizes))
    test.describe(`${theme} on a ${size}`, () => {
      test.use({ viewport, hasTouch: size === 'phone', isMobile: size === 'phone', reducedMotion: 'reduce' });

      for (const { name, user, path = '/', open } of screens)
        test(name, async ({ page }) => {
          await page.clock.setFixedTime(NOW);
          await page.addInitScript(seeSplashBefore);
          await page.addInitScript(keepMessages);
          await page.addInitScript(
            ([look, kept, known]) => {
              localStorage.setItem('game-theme', look ?? '');
              localStorage.setItem('localGames', kept ?? '');
              if (known) localStorage.setItem('backup_user_data', known);
            },
            [theme, JSON.stringify([game]), user && JSON.stringify(user)],
          );
          const server = await sampleServer(page, user);
          await page.goto(path);
          await page.locator('#splash').waitFor({ state: 'detached' });
          await open(page, server);
          await page.mouse.move(0, 0);
          await page.waitForLoadState('networkidle');
          await page.evaluate(() => document.fonts.ready);
          await expect(page).toHaveScreenshot([`${name}-${theme}-${size}.png`]);
        });
    });
