import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { gameAfter, resultOf, WIN_FOR_O } from '@/test/onlineGames.ts';
import { fetched, gameStart, inGame, says } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { json } from '@/test/json.ts';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: async () => undefined }));
inGame();

/** Serves the record of the opponent, which a test changes. */
function serveRecord() {
  const record = { wins: 0, losses: 0, draws: 0 };
  fetched.mockImplementation(async (url) =>
    url === '/api/users/you/stats' ? json(200, record) : json(404, {}),
  );
  return record;
}

describe('the record of the opponent', () => {
  it('counts the game that has just ended', async () => {
    const record = serveRecord();
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    await advanceTime(0);
    expect(screen.getByText('0–0–0')).toBeVisible();
    record.wins = 1;
    says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_O)) });
    await advanceTime(1_000);
    expect(screen.getByText('1–0–0')).toBeVisible();
  });

  it('counts the game when the server has counted it, also after its result was shown', async () => {
    const record = serveRecord();
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_O)) });
    await advanceTime(1_000);
    record.wins = 1;
    says({ type: 'record_changed' });
    await advanceTime(0);
    expect(screen.getByText('1–0–0')).toBeVisible();
  });

  it('that the server counted after the result is right in the next game', async () => {
    const record = serveRecord();
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_O)) });
    await advanceTime(1_000);
    record.wins = 1;
    says({ ...gameStart([], 'm2'), game: gameAfter([], { id: 'g2' }) });
    await advanceTime(0);
    expect(screen.getByText('1–0–0')).toBeVisible();
  });
});

it.each([
  ['me', 'a player', 1],
  ['her', 'a spectator', 0],
])('a finished game of %s, %s, counts as %i of the first games', async (user, _, games) => {
  usePreferences.getState().set({ games: 0 });
  act(() => useOnlineGame.getState().enter(user));
  says(gameStart(WIN_FOR_O.slice(0, -1)));
  says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_O)) });
  await advanceTime(1_000);
  expect(usePreferences.getState().games).toBe(games);
});
