import type { User } from '@fifteen/contract';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { StatsCard } from '../components/StatsCard.tsx';

beforeAll(startI18n);

it('counts the online games by their result, with streak and win rate on phones', () => {
  const user = { wins: 36, losses: 21, draws: 4, totalGames: 61, currentWinStreak: 3 } as User;
  render(<StatsCard user={user} />, { wrapper: MemoryRouter });
  expect(screen.getByRole('region', { name: 'Online record' })).toBeVisible();
  const figures = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(figures).toEqual([
    ['Wins', '36'],
    ['Losses', '21'],
    ['Draws', '4'],
    ['Total', '61'],
    ['Streak', '3'],
    ['Win rate', '63%'],
  ]);
  // jsdom has no layout: check the class that hides what the top bar shows from a tablet on.
  for (const name of ['Streak', 'Win rate'])
    expect(screen.getByText(name).parentElement).toHaveClass('tablet:hidden');
});

it('invites a player without an online game, and shows no zeros', () => {
  const user = { wins: 0, losses: 0, draws: 0, totalGames: 0 } as User;
  render(<StatsCard user={user} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Your first game against another player opens your record.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Online record' })).not.toHaveTextContent('0');
});
