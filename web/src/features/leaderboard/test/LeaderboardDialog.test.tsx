import type { WeeklyEntry } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { LeaderboardDialog } from '../components/LeaderboardDialog.tsx';

const entry = (id: string, rank: number, weeklyWins: number) =>
  ({
    ...{ rank, weeklyWins, weeklyGames: weeklyWins, coinsEarned: 0 },
    user: {
      id,
      displayName: id,
      profileImageUrl: null,
      activeFrameId: null,
      selectedAchievementBorder: null,
    },
  }) as unknown as WeeklyEntry;

const someTime = { days: 2, hours: 4, minutes: 31 };

interface Opened {
  isGuest?: boolean;
  left?: { days: number; hours: number; minutes: number };
  entries?: WeeklyEntry[];
}

/** Opens the leaderboard for a user. */
function open(
  id: string,
  { isGuest = false, left = someTime, entries = [entry('Ann', 1, 9), entry('Ben', 2, 6)] }: Opened = {},
): void {
  queryClient.clear();
  const answers: Record<string, unknown> = {
    '/api/leaderboard/weekly': entries,
    '/api/leaderboard/time-left': { ...left, seconds: 30, endsAt: '2026-11-23T00:00:00Z' },
  };
  vi.stubGlobal('fetch', async (url: unknown) => Response.json(answers[String(url)]));
  render(
    <QueryClientProvider client={queryClient}>
      <LeaderboardDialog me={{ id, isGuest }} onClose={vi.fn()} onProfile={vi.fn()} onAllTime={vi.fn()} />
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Ann', 'You lead the week.'],
  ['Ben', 'You are rank 2: 4 more wins to pass Ann.'],
  ['Cem', 'You are not on the leaderboard yet. Win an online game this week.'],
])('shows %s their own place', async (me, text) => {
  open(me);
  expect(await screen.findByText(text)).toBeVisible();
});

it.each(['Ben', 'Dora'])('marks the own place of %s by a word, not by colour alone', async (me) => {
  open(me, {
    entries: ['Ann', 'Ben', 'Cem', 'Dora'].map((name, index) => entry(name, index + 1, 9 - index)),
  });
  const own = await screen.findByRole('button', { name: new RegExp(`${me}.*You`) });
  expect(own).toHaveAttribute('aria-current', 'true');
  expect(screen.getAllByText('You')).toHaveLength(1);
  expect(screen.getByRole('button', { name: /Ann/ })).not.toHaveAttribute('aria-current');
});

it('shows guests that their wins do not count', async () => {
  open('Cem', { isGuest: true });
  const text = 'Wins of guests do not count for the week. Create an account to be on the leaderboard.';
  expect(await screen.findByText(text)).toBeVisible();
});

it('shows a player below a full leaderboard what its last place has', async () => {
  open('Cem', {
    entries: Array.from({ length: 50 }, (_, index) => entry(`P${index}`, index + 1, 60 - index)),
  });
  expect(await screen.findByText('You are not in the top 50 yet. Rank 50 has 11 wins.')).toBeVisible();
});

it.each([
  [{ days: 2, hours: 4, minutes: 31 }, 'Ends in 2 d 4 h 31 min'],
  [{ days: 0, hours: 4, minutes: 31 }, 'Ends in 4 h 31 min'],
  [{ days: 0, hours: 0, minutes: 31 }, 'Ends in 31 min'],
  [{ days: 0, hours: 0, minutes: 0 }, 'Ends in less than a minute'],
])('shows no units that are zero: %j', async (left, text) => {
  open('Ann', { left });
  expect(await screen.findByText(text)).toBeVisible();
});

it('says what a reward takes beside the rank, where the rewards are listed', async () => {
  open('Ann');
  fireEvent.click(await screen.findByRole('button', { name: 'Top 50 Rewards' }));
  const rewards = within(screen.getByRole('dialog', { name: 'Top 50 Rewards' }));
  expect(
    rewards.getByText(/^Online wins of registered players against different opponents count/),
  ).toBeVisible();
  expect(rewards.getByText(/at least one such win and enough different opponents/)).toBeVisible();
});
