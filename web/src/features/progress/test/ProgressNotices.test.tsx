import type { RankResult } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { ProgressNotices } from '../components/ProgressNotices.tsx';

vi.mock(import('@/entities/session/session.ts'), async (original) => ({
  ...(await original()),
  useUser: () => ({ id: 'ann', displayName: 'Ann' }) as never,
}));

const resultOf = (weekNumber: number): RankResult => ({
  ...{ weekNumber, year: 2026, finalRank: 4, weeklyWins: 9, weeklyGames: 12, coinsEarned: 0 },
  ...{ rewardReceived: false, rewardAmount: 0 },
});

/** Serves these unseen results, the first of them until it is marked as seen. */
function serve(unseen: RankResult[], seen = () => new Response(null, { status: 204 })): void {
  vi.stubGlobal('fetch', async (url: unknown) => {
    if (url === '/api/level-ups/pending') return Response.json([]);
    if (url === '/api/user/pending-rank-popup')
      return Response.json({ hasPendingPopup: unseen.length > 0, rankData: unseen[0] ?? null });
    const response = seen();
    if (response.ok) unseen.shift();
    return response;
  });
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ProgressNotices />
    </QueryClientProvider>,
  );
const dismiss = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows one unseen result of a week after the other, each until it is closed', async () => {
  serve([resultOf(45), resultOf(46)]);
  show();
  expect(await screen.findByText('Week 45, 2026')).toBeVisible();
  dismiss();
  expect(await screen.findByText('Week 46, 2026')).toBeVisible();
  expect(screen.queryByText('Week 45, 2026')).toBeNull();
  dismiss();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps a result on the screen while it closes, although the next one is there', async () => {
  serve([resultOf(45), resultOf(46)]);
  show();
  await screen.findByText('Week 45, 2026');
  // Without polling: on a busy machine the next poll comes after the dialog has closed.
  const isNextThere = new Promise<void>((resolve) => {
    const weekOf = (data: { rankData: RankResult | null } | undefined) => data?.rankData?.weekNumber;
    queryClient.getQueryCache().subscribe(() => {
      if (weekOf(queryClient.getQueryData(['rank-popup'])) === 46) resolve();
    });
  });
  dismiss();
  await isNextThere;
  await act(async () => undefined);
  expect(screen.getByText('Week 45, 2026')).toBeVisible();
  await screen.findByText('Week 46, 2026');
});

it('shows a new level no more on this visit when it could not be acknowledged', async () => {
  const levelUp = { id: 'level-2', previousLevel: 1, newLevel: 2 };
  let acknowledgements = 0;
  vi.stubGlobal('fetch', async (url: unknown) => {
    if (url === '/api/level-ups/pending') return Response.json([levelUp]);
    if (url === '/api/user/pending-rank-popup') return Response.json({ hasPendingPopup: false });
    acknowledgements += 1;
    return Response.json({ code: 'NOT_FOUND', message: 'x' }, { status: 404 });
  });
  show();
  await screen.findByRole('dialog');
  dismiss();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(acknowledgements).toBe(1);
  await act(() => queryClient.refetchQueries());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a result no more on this visit when it could not be marked as seen', async () => {
  serve([resultOf(45)], () => Response.json({ code: 'NOT_FOUND', message: 'x' }, { status: 404 }));
  show();
  await screen.findByText('Week 45, 2026');
  dismiss();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await queryClient.refetchQueries();
  expect(screen.queryByRole('dialog')).toBeNull();
});
