import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { laterTexts, startI18n } from '@/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { enterRoom, forgetRoom } from '@/lib/room.ts';
import { useMode } from '@/state/mode.ts';
import { me, room } from '../rooms/test/side.tsx';
import { HomePage } from './HomePage.tsx';

vi.mock('@/lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () =>
    ({ id: 'me', displayName: 'Mina', coins: 1_000, level: 1, wins: 0, losses: 0, totalGames: 0 }) as User,
}));

beforeAll(async () => {
  await startI18n();
  await laterTexts();
});
afterEach(() => {
  forgetRoom();
  vi.unstubAllGlobals();
});

it('reminds a player of a local game of the room they are in, and leads back to it', async () => {
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(String(url) === '/api/users/online' ? { total: 1, users: [] } : []),
  );
  useMode.setState({ mode: 'pass-play' });
  enterRoom(room(), [me]);
  render(
    <QueryClientProvider client={queryClient}>
      <HomePage />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/K7QX2M9P/)).toHaveRole('status');
  fireEvent.click(screen.getByRole('button', { name: 'Go to room' }));
  await act(async () => undefined);
  expect(useMode.getState().mode).toBe('online');
});
