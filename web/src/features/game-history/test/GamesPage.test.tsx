import type { User } from '@fifteen/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { saveGame } from '@/lib/savedGames.ts';
import { Around } from '@/test/Around.tsx';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { gameAfter, WIN_FOR_X } from '@/test/onlineGames.ts';
import { GamesPage } from '../components/GamesPage.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time of this device, whose clock is an hour fast. */
const NOW = Date.parse('2026-11-25T13:00:00Z');

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  queryClient.clear();
  localStorage.clear();
});
afterEach(() => {
  serverClock.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('dates online games by the clock of the server, and games of this device by its own', async () => {
  becomeUser({ id: 'me', displayName: 'Mina', isEmailVerified: true, totalGames: 1 } as User);
  serverClock.update(NOW - HOUR);
  const finishedAt = new Date(NOW - HOUR - 10 * MINUTE).toISOString();
  const games = [gameAfter(WIN_FOR_X, { finishedAt })];
  vi.stubGlobal('fetch', async () => Response.json({ games, nextCursor: null }));
  const local = { id: 'local-game-1', mode: 'ai', difficulty: 'hard', own: 'X' } as const;
  saveGame({ ...local, moves: [...WIN_FOR_X], endedAt: NOW - 3 * HOUR });
  render(<GamesPage />, { wrapper: Around });
  expect(await screen.findByText('10 minutes ago')).toBeVisible();
  fireEvent.click(screen.getByRole('radio', { name: 'On this device' }));
  expect(await screen.findByText('3 hours ago')).toBeVisible();
});

it('keeps the focus on the retry of games of the server while it runs', () => {
  becomeUser({ id: 'me', displayName: 'Mina', isEmailVerified: true, totalGames: 1 } as User);
  return expectRetryToKeepFocus(<GamesPage />);
});
