import type { Game, User } from '@fifteen/contract';
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
import type { SocketServer } from './gameServer.ts';
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
  // Indonesian lacks plural forms, which no screen here needs.
  id: { ...id, ...idLater } as unknown as Texts,
};
export type Language = keyof typeof words;
export const languages = Object.keys(words) as Language[];

/** Matches a text with a value in place of its slot; invisible characters isolate the value in Arabic. */
export const textWith = (text: string, slot: string, value: string): RegExp =>
  new RegExp(text.replace(`{{${slot}}}`, `\\u2068?${value}\\u2069?`));

/** A page with the app and the sample data. */
interface ScreenPage {
  page: Page;
  server: SocketServer;
  texts: Texts;
}

export interface Screen {
  name: string;
  user: User | null;
  path?: string;
  /** Opens the screen on the loaded page. */
  open(opened: ScreenPage): Promise<void>;
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

/** Waits for home: the levels of the computer appear last. */
async function waitForHome({ page, texts }: ScreenPage): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('radio', { name: texts.home.difficulty.medium })).toBeVisible();
}

/** Shows an online game on the player's turn, with 18 of its 30 seconds left. */
async function playOnline({ page, server }: ScreenPage): Promise<void> {
  const game = gameAfter([7, 2, 12, 9], { ...seats, timeRemaining: 18 });
  // The page drops a message that comes before it has authenticated.
  await expect(async () => {
    server.send({ type: 'game_reconnection', room: { ...room(), participants }, participants, game });
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The member plays O. */
export const swappedSeats = {
  playerXId: 'you',
  playerXInfo: player('you', 'Yusuf'),
  playerOId: member.id,
  playerOInfo: player(member.id, member.displayName),
};

/** Starts an online game. Its seats are drawn, unless it swaps those of the game before. */
export async function startGame(
  { page, server }: ScreenPage,
  id = 'g1',
  overrides: Partial<Game> = {},
): Promise<void> {
  const game = gameAfter([], { ...seats, ...overrides, id });
  await expect(async () => {
    server.send({ type: 'game_started', messageId: id, roomId: game.roomId, game });
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 500 });
  }).toPass();
}

const endGame = (moves: readonly number[]) => async (opened: ScreenPage) => {
  await playOnline(opened);
  opened.server.send({ type: 'game_over', ...resultOf(gameAfter(moves, seats)) });
  await expect(opened.page.getByRole('dialog')).toBeVisible();
};

/** Shows a closed chat over the page. */
export async function showChat({ page, server, texts }: ScreenPage): Promise<void> {
  server.send({
    type: 'chat_message_received',
    id: 'm1',
    senderId: 'amara',
    senderName: 'amara',
    senderDisplayName: 'Amara',
    message: 'One more tonight?',
    timestamp: NOW,
  });
  await expect(page.getByRole('region', { name: textWith(texts.chat.with, 'name', 'Amara') })).toBeVisible();
}

/** Shows an invitation over the page. */
export async function showInvitation({ page, server, texts }: ScreenPage): Promise<void> {
  const invitation = {
    id: 'i1',
    status: 'pending',
    roomCode: 'K7QX2M9P',
    inviterName: 'Diego',
    inviter: { displayName: 'Diego', username: 'diego' },
    betAmount: 5_000,
  };
  server.send({ type: 'room_invitation', invitation });
  await expect(page.getByRole('region', { name: texts.rooms.invitation.title })).toBeVisible();
}

/** Shows a first win, with an achievement and a frame. */
async function winWithRewards(opened: ScreenPage): Promise<void> {
  await endGame(WIN_FOR_X)(opened);
  const { page, server, texts } = opened;
  server.send({ type: 'achievement_unlocked', achievement: achievements[0] });
  const items = [{ kind: 'frame', id: 'newcomer', name: 'Newcomer' }];
  server.send({ type: 'reward_earned', reward: { id: 'first_online_game', earnedAt: NOW, items } });
  const result = page.getByRole('dialog');
  await expect(result.getByText(texts.achievements.items.first_win.name)).toBeVisible();
  await expect(result.getByText(texts.shop.frame.newcomer.name)).toBeVisible();
}

async function chooseInMenu(
  { page, texts }: ScreenPage,
  item: 'settings' | 'achievements' | 'friends',
): Promise<void> {
  await page.getByRole('button', { name: texts.home.menu.open }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${texts.home.menu[item]}`) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const goOnline = ({ page, texts }: ScreenPage) =>
  page.getByRole('radio', { name: texts.home.mode.online }).check({ force: true });

/** A game that O won, stored in the browser. */
const savedGame = {
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
  { name: 'newcomer', user: newcomer, open: waitForHome },
  { name: 'home', user: member, open: waitForHome },
  { name: 'game-start', user: member, open: (opened) => startGame(opened) },
  { name: 'on-turn', user: member, open: playOnline },
  { name: 'win', user: member, open: endGame(WIN_FOR_X) },
  { name: 'first-win', user: member, open: winWithRewards },
  { name: 'loss', user: member, open: endGame(WIN_FOR_O) },
  { name: 'draw', user: member, open: endGame(DRAW) },
  {
    name: 'review',
    user: member,
    path: `/games/${savedGame.id}`,
    open: ({ page, texts }) =>
      expect(page.getByRole('heading', { name: textWith(texts.review.hasWon, 'side', 'O') })).toBeVisible(),
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
    open: async (opened) => {
      await goOnline(opened);
      await opened.page.getByRole('button', { name: opened.texts.matchmaking.find }).first().click();
      await expect(opened.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'rooms',
    user: member,
    open: async (opened) => {
      await goOnline(opened);
      const row = opened.page.getByRole('button', { name: opened.texts.rooms.enter.text });
      // Beside a wide board there is no sheet to open.
      const field = opened.page.getByLabel(opened.texts.rooms.code, { exact: true }).first();
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
  { name: 'settings', user: member, open: (opened) => chooseInMenu(opened, 'settings') },
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
  { name: 'achievements', user: member, open: (opened) => chooseInMenu(opened, 'achievements') },
  {
    name: 'friends',
    user: member,
    open: async (opened) => {
      await chooseInMenu(opened, 'friends');
      await expect(opened.page.getByText('Amara').first()).toBeVisible();
    },
  },
  {
    name: 'chat',
    user: member,
    open: async (opened) => {
      await chooseInMenu(opened, 'friends');
      const { page, texts } = opened;
      await page
        .getByRole('button', { name: textWith(texts.chat.with, 'name', 'Amara') })
        .first()
        .click();
      await expect(page.getByRole('log')).toContainText('One more tonight?');
    },
  },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof screens)[number]['name'];

interface ScreenOptions {
  theme?: string;
  language?: Language;
}

/** Opens a screen at a fixed time, and waits until its animations have ended. */
export async function openScreen(
  page: Page,
  { user, path = '/', open }: Screen,
  { theme = 'default', language = 'en' }: ScreenOptions = {},
): Promise<ScreenPage> {
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(seeSplashBefore);
  await page.addInitScript(
    ([equippedTheme, lang, kept, known]) => {
      localStorage.setItem('game-theme', equippedTheme ?? '');
      localStorage.setItem('language', lang ?? '');
      localStorage.setItem('localGames', kept ?? '');
      if (known) localStorage.setItem('backup_user_data', known);
    },
    [theme, language, JSON.stringify([savedGame]), user && JSON.stringify(user)],
  );
  const server = await sampleServer(page, user);
  await page.goto(path);
  await page.locator('#splash').waitFor({ state: 'detached' });
  const opened = { page, server, texts: words[language] };
  await open(opened);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(waitForAnimations);
  return opened;
}

/** Waits until animations have ended, except those that close what they animate. */
async function waitForAnimations(): Promise<void> {
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
