import { expect, type Locator, test } from '@playwright/test';
import ar from '../src/lib/i18n/locales/ar/first.json' with { type: 'json' };
import arLater from '../src/lib/i18n/locales/ar/later.json' with { type: 'json' };
import en from '../src/lib/i18n/locales/en/first.json' with { type: 'json' };
import enLater from '../src/lib/i18n/locales/en/later.json' with { type: 'json' };
import { gameAfter, player, resultOf, room, WIN_FOR_X } from '../src/test/onlineGames.ts';
import { addThemeStyles, expectAccessibleInEveryTheme } from './axe.ts';
import { gameServer } from './gameServer.ts';
import { visitHome } from './local.ts';

const words = { en: { ...en, ...enLater }, ar: { ...ar, ...arLater } };

const me = 'e2e-player';
const seats = { playerXId: me, playerXInfo: player(me, 'Mina') };
const participants = [me, 'you'].map((userId) => ({
  id: `p-${userId}`,
  userId,
  role: 'player',
  awaySince: userId === me ? null : new Date().toISOString(),
  agreed: false,
  user: {
    profileImageUrl: null,
    firstName: null,
    username: userId,
    displayName: userId === me ? 'Mina' : 'Yusuf',
  },
}));

/** Adds a copy of an element that disappears after some seconds, visible to screen readers. */
async function keepVisible(locator: Locator): Promise<void> {
  await locator.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    copy.removeAttribute('aria-hidden');
    element.after(copy);
  });
}

for (const language of ['en', 'ar'] as const) {
  const { onlineGame, rematch } = words[language];
  // Nightly, for the reason given in themes.spec.ts.
  const tag = language === 'ar' ? '@nightly' : [];

  test(
    `axe finds nothing in any theme while players play online (${language})`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await visitHome(page, { language });
      await addThemeStyles(page);
      const server = await gameServer(page, me);
      const there = { room: { ...room(), participants }, participants };

      // The page reconnects by itself after its first connection was rejected.
      await expect(async () => {
        const game = gameAfter([1, 2], { ...seats, autoPlayActive: 'X' });
        server.send({ type: 'game_reconnection', ...there, game });
        await expect(page.getByText(onlineGame.takeControl)).toBeVisible({ timeout: 500 });
      }).toPass();
      const sender = { roomId: 'r1', gameId: 'g1', playerSymbol: 'O', playerInfo: player('you', 'Yusuf') };
      // The bubble is shown for 4 s: awaited from before the message.
      const kept = keepVisible(page.getByText(onlineGame.chat.goodLuck, { exact: true }));
      server.send({ type: 'player_chat', userId: 'you', messageText: 'Good luck!', ...sender });
      await kept;
      await expect(page.getByRole('timer')).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'clock, talk, absence and auto-play');

      const over = gameAfter(WIN_FOR_X, seats);
      server.send({ type: 'game_over', ...resultOf(over) });
      await expect(page.getByRole('dialog')).toContainText('2-7-12');
      await expectAccessibleInEveryTheme(page, 'result', page.getByRole('dialog'));
      const request = { id: 'a1', requestId: 'a1', requesterId: 'you', requestedId: me, gameId: over.id };
      const { user } = participants[1]!;
      server.send({
        type: 'play_again_request',
        request: { ...request, status: 'pending', requestedAt: '2026-11-20T12:00:00Z', requester: user },
      });
      await expect(page.getByRole('button', { name: rematch.accept })).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'asked for another', page.getByRole('dialog'));

      const next = gameAfter([1], { ...seats, id: 'g2' });
      server.send({ type: 'game_started', game: next, roomId: 'r1', messageId: 'm2', requiresAck: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await server.stop();
      await expect(page.getByText(onlineGame.connectingText)).toBeVisible();
      await expectAccessibleInEveryTheme(page, 'connecting', page.locator('[data-game-view]'));
    },
  );
}
