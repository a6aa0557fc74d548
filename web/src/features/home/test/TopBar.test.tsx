import type { User } from '@fifteen/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { TopBar } from '../components/TopBar.tsx';

const user = {
  ...{ id: 'me', displayName: 'Mina', profileImageUrl: null, level: 7, coins: 12_500 },
  ...{ wins: 30, losses: 10, currentWinStreak: 4 },
} as User;
const onProfile = vi.fn();
const onLeaderboard = vi.fn();
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

beforeAll(startI18n);

it('names level, wins, streak, rate and coins; from a tablet on all of them are shown', () => {
  render(
    <TopBar user={user} network={null} menu={null} onProfile={onProfile} onLeaderboard={onLeaderboard} />,
    { wrapper: MemoryRouter },
  );
  expect(screen.getAllByText('Level 7')).not.toHaveLength(0);
  expect(figure('Wins')).toHaveTextContent('30');
  expect(figure('Streak')).toHaveTextContent('4');
  expect(figure('Win rate')).toHaveTextContent('75%');
  expect(screen.getByText('Coins').parentElement).toHaveTextContent('12.5k');
  // jsdom knows no widths: only that phones hide the figures and tablets do not.
  expect(screen.getByText('Wins').closest('dl')).toHaveClass('hidden', 'tablet:flex');
});

it('opens the own profile by a press anywhere but on the network, the leaderboard and the menu', () => {
  const menu = <button type="button">Menu</button>;
  const network = <button type="button">Network</button>;
  render(
    <TopBar user={user} network={network} menu={menu} onProfile={onProfile} onLeaderboard={onLeaderboard} />,
    { wrapper: MemoryRouter },
  );
  const profile = screen.getByRole('button', { name: 'Your profile' });
  // The button's layer covers the bar, which is the nearest positioned box around it; the others lie above it.
  expect(profile).toHaveClass('after:absolute', 'after:inset-0');
  expect(profile.closest('.relative')).toContainElement(screen.getByText('Coins'));
  for (const name of ['Network', 'Weekly leaderboard', 'Menu'])
    expect(screen.getByRole('button', { name }).closest('.z-10')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Fifteen' })).toHaveClass('z-10');
  fireEvent.click(profile);
  expect(onProfile).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Weekly leaderboard' }));
  expect(onLeaderboard).toHaveBeenCalledOnce();
  expect(onProfile).toHaveBeenCalledOnce();
});
