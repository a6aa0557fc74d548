import type { User } from '@fifteen/contract';
import { expect, type Page } from '@playwright/test';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import arLater from '../src/lib/i18n/locales/ar/later.json' with { type: 'json' };
import bn from '../src/lib/i18n/locales/bn/first.json' with { type: 'json' };
import bnLater from '../src/lib/i18n/locales/bn/later.json' with { type: 'json' };
import en from '../src/lib/i18n/locales/en/first.json' with { type: 'json' };
import enLater from '../src/lib/i18n/locales/en/later.json' with { type: 'json' };
import es from '../src/lib/i18n/locales/es/first.json' with { type: 'json' };
import esLater from '../src/lib/i18n/locales/es/later.json' with { type: 'json' };
import hi from '../src/lib/i18n/locales/hi/first.json' with { type: 'json' };
import hiLater from '../src/lib/i18n/locales/hi/later.json' with { type: 'json' };
import id from '../src/lib/i18n/locales/id/first.json' with { type: 'json' };
import idLater from '../src/lib/i18n/locales/id/later.json' with { type: 'json' };
import { DRAW, gameAfter, player, resultOf, room, WIN_FOR_O, WIN_FOR_X } from '../src/test/onlineGames.ts';
import type { GameServer } from './gameServer.ts';
import { achievements, member, newcomer, NOW, preview } from './sampleData.ts';
import { sampleServer } from './sampleServer.ts';
import { seeSplashBefore } from './splash.ts';

const english = { ...en, ...enLater };
type Texts = typeof english;
const words = {
  en: english,
  ar: { ...ar, ...arLater },
  bn: { ...bn, ...bnLater },
  hi: { ...hi, ...hiLater },
  es: { ...es, ...esLater },
  // Indonesian has fewer plural forms, which no screen here is opened by.
  id: { ...id, ...idLater } as unknown as Texts,
};
export type Language = keyof typeof words;
export const languages = Object.keys(words) as Language[];

/** A page that shows the app with the sample data. */
interface Stage {
  page: Page;
  server: GameServer;
  texts: Texts;
}

export interface Screen {
  name: string;
  user: User | null;
  path?: string;
  /** From the loaded page to what the screen is called after. */
  open(stage: Stage): Promise<void>;
}

const seats = {
  playerXId: member.id,
  playerXInfo: player(member.id, member.displayName),
  serverTime: NOW,
  timestamp: NOW,
  syncTimestamp: NOW,
};
const participants = [member.id, 'you'].map((userId) => ({
  id: `p-${userId}`,
  userId,
  role: 'player',
  awaySince: null,
  agreed: false,
  user: {
    profileImageUrl: null,
    firstName: null,
    username: userId,
    displayName: userId === member.id ? member.displayName : 'Yusuf',
  },
}));

/** The board and, below the modes, the levels: these come last. */
async function seeHome({ page, texts }: Stage): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('radio', { name: texts.home.difficulty.medium })).toBeVisible();
}

/** An online game on the own turn, with 18 of its 30 seconds left. */
async function playOnline({ page, server }: Stage): Promise<void> {
  const game = gameAfter([7, 2, 12, 9], { ...seats, timeRemaining: 18 });
  // The page drops a message that comes before it has authenticated.
  await expect(async () => {
    server.send({ type: 'game_reconnection', room: { ...room(), participants }, participants, game });
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Starts an online game. The seats of the first one in a room are drawn, those of the next swapped. */
export async function startGame({ page, server }: Stage, id = 'g1'): Promise<void> {
  const game = gameAfter([], { ...seats, id });
  await expect(async () => {
    server.send({ type: 'game_started', messageId: id, roomId: game.roomId, game });
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 500 });
  }).toPass();
}

const end = (moves: readonly number[]) => async (stage: Stage) => {
  await playOnline(stage);
  stage.server.send({ type: 'game_over', ...resultOf(gameAfter(moves, seats)) });
  await expect(stage.page.getByRole('dialog')).toBeVisible();
};

/** A first win, with an achievement and a frame. */
async function winMuch(stage: Stage): Promise<void> {
  await end(WIN_FOR_X)(stage);
  const { page, server, texts } = stage;
  server.send({ type: 'achievement_unlocked', achievement: achievements[0] });
  const items = [{ kind: 'frame', id: 'newcomer', name: 'Newcomer' }];
  server.send({ type: 'reward_earned', reward: { id: 'first_online_game', earnedAt: NOW, items } });
  const result = page.getByRole('dialog');
  await expect(result.getByText(texts.achievements.items.first_win.name)).toBeVisible();
  await expect(result.getByText(texts.shop.frame.newcomer.name)).toBeVisible();
}

async function chooseInMenu(
  { page, texts }: Stage,
  item: 'settings' | 'achievements' | 'friends',
): Promise<void> {
  await page.getByRole('button', { name: texts.home.menu.open }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${texts.home.menu[item]}`) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const goOnline = ({ page, texts }: Stage) =>
  page.getByRole('radio', { name: texts.home.mode.online }).check({ force: true });

/** A game that O won, which this browser keeps. */
const keptGame = {
  id: 'local-game-sample',
  mode: 'ai',
  difficulty: 'medium',
  moves: [1, 7, 2, 3, 4, 8, 14, 11],
  endedAt: NOW,
};

/** Every kind of screen. */
export const screens = [
  {
    name: 'sign-in',
    user: null,
    path: '/auth',
    open: ({ page }) => expect(page.locator('form')).toBeVisible(),
  },
  {
    name: 'invitation',
    user: null,
    path: `/?room=${preview.code}`,
    open: ({ page }) => expect(page.getByText(preview.hostName).first()).toBeVisible(),
  },
  { name: 'newcomer', user: newcomer, open: seeHome },
  { name: 'home', user: member, open: seeHome },
  { name: 'game-start', user: member, open: (stage) => startGame(stage) },
  { name: 'on-turn', user: member, open: playOnline },
  { name: 'win', user: member, open: end(WIN_FOR_X) },
  { name: 'first-win', user: member, open: winMuch },
  { name: 'loss', user: member, open: end(WIN_FOR_O) },
  { name: 'draw', user: member, open: end(DRAW) },
  {
    name: 'review',
    user: member,
    path: `/games/${keptGame.id}`,
    open: ({ page, texts }) =>
      expect(page.getByRole('heading', { name: texts.review.hasWon.replace('{{side}}', 'O') })).toBeVisible(),
  },
  {
    name: 'tutorial',
    user: newcomer,
    open: async ({ page, texts }) => {
      await page.getByRole('button', { name: texts.home.first.learn }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'shop',
    user: member,
    path: '/shop',
    open: ({ page, texts }) =>
      expect(page.getByRole('listitem', { name: texts.shop.style.thunder.name })).toBeVisible(),
  },
  {
    name: 'quick-match',
    user: member,
    open: async (stage) => {
      await goOnline(stage);
      await stage.page.getByRole('button', { name: stage.texts.matchmaking.find }).first().click();
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'rooms',
    user: member,
    open: async (stage) => {
      await goOnline(stage);
      const row = stage.page.getByRole('button', { name: stage.texts.rooms.enter.text });
      // Beside a wide board the ways into a room need no sheet.
      const field = stage.page.getByLabel(stage.texts.rooms.code, { exact: true }).first();
      await expect(row.or(field).first()).toBeVisible();
      if (await row.isVisible()) await row.click();
      await expect(field).toBeVisible();
    },
  },
  {
    name: 'rules',
    user: member,
    open: async ({ page, texts }) => {
      await page.getByRole('button', { name: texts.gameView.rules, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'settings', user: member, open: (stage) => chooseInMenu(stage, 'settings') },
  {
    name: 'shortcuts',
    user: member,
    open: async ({ page, texts }) => {
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: texts.settings.shortcuts })).toBeVisible();
    },
  },
  {
    name: 'leaderboard',
    user: member,
    open: async ({ page, texts }) => {
      await page.getByRole('button', { name: texts.home.leaderboard }).click();
      await expect(page.getByText('Amara').first()).toBeVisible();
    },
  },
  { name: 'achievements', user: member, open: (stage) => chooseInMenu(stage, 'achievements') },
  {
    name: 'friends',
    user: member,
    open: async (stage) => {
      await chooseInMenu(stage, 'friends');
      await expect(stage.page.getByText('Amara').first()).toBeVisible();
    },
  },
  {
    name: 'chat',
    user: member,
    open: async (stage) => {
      await chooseInMenu(stage, 'friends');
      const { page, texts } = stage;
      await page
        .getByRole('button', { name: texts.chat.with.replace('{{name}}', 'Amara') })
        .first()
        .click();
      await expect(page.getByRole('log')).toContainText('One more tonight?');
    },
  },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof screens)[number]['name'];

interface Look {
  theme?: string;
  language?: Language;
}

/** Opens a screen, at a time that stands still, with what would go by itself kept. */
export async function openScreen(
  page: Page,
  { user, path = '/', open }: Screen,
  { theme = 'default', language = 'en' }: Look = {},
): Promise<Stage> {
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(seeSplashBefore);
  await page.addInitScript(
    ([look, lang, kept, known]) => {
      localStorage.setItem('game-theme', look ?? '');
      localStorage.setItem('language', lang ?? '');
      localStorage.setItem('localGames', kept ?? '');
      if (known) localStorage.setItem('backup_user_data', known);
    },
    [theme, language, JSON.stringify([keptGame]), user && JSON.stringify(user)],
  );
  const server = await sampleServer(page, user);
  await page.goto(path);
  await page.locator('#splash').waitFor({ state: 'detached' });
  const stage = { page, server, texts: words[language] };
  await open(stage);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(settle);
  return stage;
}

/** Waits for what appears by an animation, but for what is to go when its animation ends. */
async function settle(): Promise<void> {
  const isFinite = ({ effect }: Animation) => {
    const keepsTime = effect instanceof KeyframeEffect && effect.target?.closest('[data-keeps-time]');
    return !keepsTime && Number.isFinite(effect?.getComputedTiming().endTime);
  };
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(isFinite)
      .map(({ finished }) => finished),
  );
}
