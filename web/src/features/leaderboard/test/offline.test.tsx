import type { WeeklyEntry } from '@fifteen/contract';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { LeaderboardDialog } from '../components/LeaderboardDialog.tsx';

const ann = { rank: 1, weeklyWins: 9, user: { id: 'ann', displayName: 'Ann', profileImageUrl: null } };
const LOADED = 'You are not on the leaderboard yet. Win an online game this week.';
const reconnect = () =>
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(
      String(url).endsWith('/weekly')
        ? [ann as WeeklyEntry]
        : { days: 2, hours: 4, minutes: 31, seconds: 30, endsAt: '2026-11-23T00:00:00Z' },
    ),
  );

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={queryClient}>
      <LeaderboardDialog
        me={{ id: 'me', isGuest: false }}
        onClose={vi.fn()}
        onProfile={vi.fn()}
        onAllTime={vi.fn()}
      />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it('says without a network that the week could not be loaded, and loads it on a press', async () => {
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading weekly leaderboard. Please try again.',
  );
  reconnect();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(LOADED)).toBeVisible();
});

it('loads the week when the network is back', async () => {
  await screen.findByRole('alert');
  reconnect();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText(LOADED)).toBeVisible();
});
