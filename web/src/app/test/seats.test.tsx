import { act, screen } from '@testing-library/react';
import { BOT_PREFIX } from '@fifteen/domain';
import type { Game } from '@fifteen/contract';
import { describe, expect, it, vi } from 'vitest';
import { gameAfter, player, resultOf, WIN_FOR_O, WIN_FOR_X } from '@/test/onlineGames.ts';
import { onlineGameHandlers } from '@/features/online-game/index.ts';
import { celebrate } from '@/components/game-view/confetti.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { inGame, fetched, moved, press, says, sent, gameStart } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
vi.mock('@/components/game-view/confetti.ts', () => ({ celebrate: vi.fn(() => () => undefined) }));
inGame();

const startWith = (change: Partial<Game>) => says({ ...gameStart(), game: gameAfter([], change) });
/** Returns the strip of a player: name, tags, and caption. */
const strip = (name: string) => screen.getByText(name).parentElement?.parentElement;

describe('the seats of an online game', () => {
  it('mark a computer opponent, who has no profile, and the friendly game', () => {
    const bot = `${BOT_PREFIX}7`;
    startWith({ betAmount: 0, playerOId: bot, playerOInfo: player(bot, 'Pixel Bot') });
    expect(strip('Pixel Bot')).toHaveTextContent('Computer');
    expect(strip('Mina')).toHaveTextContent('Friendly');
    expect(strip('Mina')).not.toHaveTextContent('Computer');
    expect(screen.queryByRole('button', { name: /Pixel Bot/ })).toBeNull();
  });

  it('say that the own one was drawn, also when the server repeats the start', () => {
    for (let time = 0; time < 2; time += 1) {
      says(gameStart());
      expect(strip('Mina')).toHaveTextContent('Your turn · You play X, drawn by lot.');
    }
  });

  it('say that the own one was swapped, after a game of the same players with the other sides', () => {
    const rematch = { playerXId: 'you', playerXInfo: player('you', 'Yusuf') };
    const swapped = { ...rematch, playerOId: 'me', playerOInfo: player('me', 'Mina') };
    says(gameStart());
    says(moved(WIN_FOR_X));
    says({ ...gameStart([], 'm2'), game: gameAfter([], { ...swapped, id: 'g2' }) });
    expect(strip('Mina')).toHaveTextContent('You play O: seats swapped.');
  });

  it('say that the own one was drawn, after a game against another player in the same room', () => {
    says(gameStart());
    says(moved(WIN_FOR_X));
    const next = { id: 'g2', playerOId: 'clara', playerOInfo: player('clara', 'Clara') };
    says({ ...gameStart([], 'm2'), game: gameAfter([], next) });
    expect(strip('Mina')).toHaveTextContent('You play X, drawn by lot.');
  });

  it('name the winner of a game that a player left while this page was offline', () => {
    says(gameStart([1]));
    act(() => onlineGameHandlers.updated(gameAfter([1], { status: 'abandoned', winner: 'X', version: 2 })));
    expect(strip('Mina')).toHaveTextContent('Winner');
    expect(strip('Yusuf')).toHaveTextContent('Game over');
  });

  it('name the bet at the own one, and do not mark players as computers', () => {
    startWith({ betAmount: 5_000 });
    expect(strip('Mina')).toHaveTextContent('Bet5k');
    expect(strip('Mina')).not.toHaveTextContent('Friendly');
    expect(strip('Yusuf')).not.toHaveTextContent('Computer');
    expect(screen.getByRole('button', { name: /Yusuf/ })).toBeVisible();
  });

  it('both say that the server plays them, and the banner stays a user who is to move', () => {
    says(gameStart());
    for (const [version, autoPlayActive] of [
      [1, 'X'],
      [2, 'O'],
    ] as const) {
      const game = gameAfter([], { version, autoPlayActive, autoPlaySeats: ['X', 'O'] });
      says({ type: 'auto_play_enabled', gameId: 'g1', player: autoPlayActive, game });
      expect(screen.getByRole('button', { name: 'Take Control' })).toBeVisible();
      expect(strip('Mina')).toHaveTextContent('Auto-play');
      expect(strip('Yusuf')).toHaveTextContent('Auto-play');
    }
  });
});

describe('the banner of auto-play', () => {
  it('cannot take control while the connection is lost, since that would not reach the server', async () => {
    says(gameStart());
    const game = gameAfter([], { version: 1, autoPlayActive: 'X', autoPlaySeats: ['X'] });
    says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game });
    const takeControl = () => screen.getByRole('button', { name: 'Take Control' });
    expect(takeControl()).toBeEnabled();
    act(() => FakeSocket.last.breaks());
    expect(takeControl()).toBeDisabled();
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    expect(takeControl()).toBeEnabled();
    press('Take Control');
    expect(sent('disable_auto_play')).toMatchObject([{ gameId: 'g1' }]);
  });
});

describe('confetti', () => {
  it.each([
    ['is thrown for the winner', WIN_FOR_X, 'Victory!', 1],
    ['is not thrown for the loser', WIN_FOR_O, 'Defeat', 0],
  ])('%s', async (_, moves, name, times) => {
    vi.mocked(celebrate).mockClear();
    says(gameStart(moves.slice(0, -1)));
    says(moved(moves));
    says({ type: 'game_over', ...resultOf(gameAfter(moves)) });
    await advanceTime(700);
    expect(screen.getByRole('dialog', { name })).toBeVisible();
    expect(celebrate).toHaveBeenCalledTimes(times);
  });
});

it('the turn clock begins with the turn of this server', async () => {
  startWith({ timeRemaining: 60 });
  expect(screen.getByRole('timer', { name: 'Time left 1:00' })).toBeVisible();
  const bar = () => screen.getByRole('timer').querySelector('[style]');
  expect(bar()).toHaveStyle({ transform: `scaleX(${59 / 60})` });
  const game = gameAfter([], { version: 1, timeRemaining: 45 });
  says({ type: 'auto_play_disabled', gameId: 'g1', player: 'X', game });
  expect(bar()).toHaveStyle({ transform: `scaleX(${44 / 60})` });
});

describe('the quick chat', () => {
  const owns = (emojis: { emojiId: string }[]) =>
    fetched.mockImplementation(async (url) =>
      Response.json(url === '/api/emojis/owned' ? emojis : [{ id: 'e1', glyph: '😀' }]),
    );
  const NONE = "You don't own any emojis yet! Visit the Shop to purchase";

  it('says where emojis come from to a player who owns none', async () => {
    owns([]);
    says(gameStart());
    press('Chat');
    await vi.waitFor(() => expect(screen.getByText(NONE)).toBeVisible(), 10_000);
    expect(screen.queryByRole('button', { name: 'Send Emoji' })).toBeNull();
  });

  it('does not say so to a player who owns one', async () => {
    owns([{ emojiId: 'e1' }]);
    says(gameStart());
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Send Emoji' })).toBeVisible(), 10_000);
    press('Chat');
    expect(screen.getByRole('button', { name: 'Good luck!' })).toBeVisible();
    expect(screen.queryByText(NONE)).toBeNull();
  });

  it('offers the emojis that were bought in another tab, from the next game on', async () => {
    owns([]);
    says(gameStart());
    await vi.waitFor(
      () => expect(fetched).toHaveBeenCalledWith('/api/emojis/owned', expect.anything()),
      10_000,
    );
    await advanceTime(0);
    owns([{ emojiId: 'e1' }]);
    says({ ...gameStart([], 'm2'), game: gameAfter([], { id: 'g2' }) });
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Send Emoji' })).toBeVisible(), 10_000);
  });
});
