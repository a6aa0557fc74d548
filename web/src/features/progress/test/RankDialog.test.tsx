import type { RankResult } from '@fifteen/contract';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { RankDialog } from '../components/RankDialog.tsx';

const result: RankResult = {
  ...{ weekNumber: 47, year: 2026, finalRank: 4, weeklyWins: 9, weeklyGames: 12, coinsEarned: 20_000 },
  ...{ rewardReceived: false, rewardAmount: 0 },
};
const open = (overrides: Partial<RankResult>) =>
  render(
    <RankDialog
      result={{ ...result, ...overrides }}
      onSeen={async () => undefined}
      onClose={() => undefined}
    />,
  );

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});

it.each<[string, Partial<RankResult>, string]>([
  [
    'no win counted',
    { noRewardReason: 'wins' },
    'No reward for that week: it takes at least one win over a registered player.',
  ],
  [
    'there were too few opponents',
    { noRewardReason: 'opponents', opponents: 3, opponentsNeeded: 10 },
    'No reward for that week. Different opponents: 3 of 10.',
  ],
  [
    'the payment was rejected',
    { noRewardReason: 'rejected' },
    'Your reward could not be paid. Please write to support.',
  ],
])('the result of a week says that there is no reward because %s', (_, overrides, text) => {
  open(overrides);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText(/coins$/)).toBeNull();
});

it('the result of a week names the reward, and no reason where there is none', () => {
  open({ rewardReceived: true, rewardAmount: 150_000 });
  expect(screen.getByText(/150,000/)).toBeVisible();
  expect(screen.queryByText(/No reward/)).toBeNull();
});

it.each([
  [20_000, 'Coins won', '20k'],
  [0, 'Coins won', '0'],
  [-5_000, 'Coins lost', '5,000'],
])('the result of a week shows a balance of %i coins as %s: %s', (coinsEarned, label, figure) => {
  open({ coinsEarned });
  expect(screen.getByText(label).nextSibling).toHaveTextContent(new RegExp(`^${figure}$`));
});

it.each([1, 2, 3, 10, 50])(
  'the result of a week without a win is no success, also at rank %i',
  (finalRank) => {
    open({ finalRank, weeklyWins: 0, noRewardReason: 'wins' });
    expect(screen.getByRole('dialog', { name: 'Your week' })).toBeVisible();
    expect(screen.getByText(`Rank ${finalRank}`)).toBeVisible();
  },
);

it.each([
  [1, 'Play on and defend your place in the top 10 this week!'],
  [10, 'Play on and defend your place in the top 10 this week!'],
  [11, 'Keep playing and reach the top 10 this week!'],
  [51, 'Keep playing and reach the top 10 this week!'],
])('the result of a week encourages rank %i: %s', (finalRank, text) => {
  open({ finalRank });
  expect(screen.getByText(text)).toBeVisible();
});

it('the result of a week gives no reason to a rank that is never rewarded', () => {
  open({ finalRank: 73, noRewardReason: 'rank' });
  expect(screen.queryByText(/reward/i)).toBeNull();
});
