import type { User } from '@fifteen/contract';
import { BOT_PREFIX } from '@fifteen/domain';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { chooseLanguage, loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { gameAfter, player, WIN_FOR_X } from '@/test/onlineGames.ts';
import { newUser } from '@/test/user.ts';
import { Review } from '../components/Review.tsx';
import { type FinishedGame, finishedLocal, finishedOnline } from '../model/finished.ts';

const mina = { id: 'me', displayName: 'Mina', isEmailVerified: true, profileImageUrl: null } as User;
/** Without an analysis, which needs a worker. */
const show = (game: FinishedGame | null) => game && render(<Review game={game} live />, { wrapper: Around });
const pictures = () =>
  screen.queryAllByRole('button', { name: /'s profile$/ }).map((one) => one.getAttribute('aria-label'));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  becomeUser(mina);
  usePlayerCard.getState().close();
});

it('opens the profiles of both players of an online game', () => {
  show(finishedOnline(gameAfter(WIN_FOR_X), 'me'));
  for (const [name, userId] of [
    ['Mina', 'me'],
    ['Yusuf', 'you'],
  ]) {
    fireEvent.click(screen.getByRole('button', { name: `${name}'s profile` }));
    expect(usePlayerCard.getState().userId).toBe(userId);
  }
});

it('has no profile for a computer player', () => {
  const bot = `${BOT_PREFIX}7`;
  show(finishedOnline(gameAfter(WIN_FOR_X, { playerOId: bot, playerOInfo: player(bot, 'Pixel Bot') }), 'me'));
  expect(pictures()).toEqual(["Mina's profile"]);
});

it('has the own profile in a game of this device', () => {
  const game = { id: 'local-game-1', mode: 'ai', difficulty: 'hard', own: 'X', endedAt: 5 } as const;
  show(finishedLocal({ ...game, moves: [...WIN_FOR_X] }, mina));
  expect(pictures()).toEqual(["Mina's profile"]);
});

it('writes the tip about the arrow keys in the direction of the language', async () => {
  await chooseLanguage('ar');
  show(finishedOnline(gameAfter(WIN_FOR_X), 'me'));
  expect(screen.getByText(/← و→/)).toHaveAttribute('dir', 'rtl');
  await chooseLanguage('en');
});

it('keeps the focus on the retry of the analysis while it runs', async () => {
  let starts = 0;
  const FailsOnce = class {
    declare onerror: (event: { message: string }) => void;
    postMessage = () => void (starts++ === 0 && this.onerror({ message: 'out of memory' }));
    terminate = () => undefined;
  };
  vi.stubGlobal('Worker', FailsOnce);
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<Review game={finishedOnline(gameAfter(WIN_FOR_X), 'me')!} live={false} />, { wrapper: Around });
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  await newUser().click(retry);
  expect(starts).toBe(2);
  expect(retry).toHaveFocus();
  expect(retry).toHaveAttribute('aria-busy');
});
