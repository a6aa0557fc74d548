import type { AllTimeEntry, User } from '@fifteen/contract';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { AllTimePage } from '../components/AllTimePage.tsx';

const ann = {
  ...{ rank: 1, wins: 9, losses: 2, draws: 1, totalGames: 12 },
  user: { id: 'ann', displayName: 'Ann', profileImageUrl: null },
} as AllTimeEntry;
const mina = { ...ann, rank: 2, wins: 8, user: { ...ann.user, id: 'me', displayName: 'Mina' } };
const reconnect = () => vi.stubGlobal('fetch', async () => Response.json([ann, mina]));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  becomeUser({ id: 'me', displayName: 'Mina', isEmailVerified: true } as User);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  render(<AllTimePage />, { wrapper: Around });
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it('says without a network that it could not be loaded, and loads on a press', async () => {
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading leaderboard. Please try again.');
  reconnect();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('button', { name: /Ann/ })).toBeVisible();
});

it('loads when the network is back', async () => {
  await screen.findByRole('alert');
  reconnect();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('button', { name: /Ann/ })).toBeVisible();
});

it('marks the own place by a word, not by colour alone', async () => {
  reconnect();
  act(() => onlineManager.setOnline(true));
  const own = await screen.findByRole('button', { name: /Mina.*You/ });
  expect(own).toHaveAttribute('aria-current', 'true');
  expect(screen.getAllByText('You')).toHaveLength(1);
  expect(screen.getByRole('button', { name: /Ann/ })).not.toHaveAttribute('aria-current');
});
