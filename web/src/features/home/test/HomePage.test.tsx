import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/model/store.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { Around } from '@/test/Around.tsx';
import { enterRoom, forgetRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useSearch } from '@/features/quick-match/model/store.ts';
import { roomParticipants } from '@/features/rooms/model/participants.ts';
import { me, person, room, yusuf } from '@/app/test/roomSide.tsx';
import { HomePage } from '../components/HomePage.tsx';

vi.mock('@/entities/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () =>
    ({ id: 'me', displayName: 'Mina', coins: 1_000, level: 1, wins: 0, losses: 0, totalGames: 0 }) as User,
}));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  forgetRoom();
  vi.unstubAllGlobals();
});

const openHome = () =>
  render(
    <Around>
      <HomePage />
    </Around>,
  );

it('shows the board for the mode that a player chooses before the connection is there', () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  openHome();
  fireEvent.click(screen.getByRole('radio', { name: 'Pass and play' }));
  expect(useLocalGame.getState().game.mode).toBe('pass-play');
});

it('reminds a player of a local game of the room they are in, and leads back to it', async () => {
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(String(url) === '/api/users/online' ? { total: 1, users: [] } : []),
  );
  useMode.setState({ mode: 'pass-play' });
  enterRoom(room(), [me]);
  openHome();
  expect(await screen.findByText(/K7QX2M9P/)).toHaveRole('status');
  fireEvent.click(screen.getByRole('button', { name: 'Go to room' }));
  await act(async () => undefined);
  expect(useMode.getState().mode).toBe('online');
});

it('no longer says that a user watches who has taken the free seat in another tab', async () => {
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(String(url) === '/api/users/online' ? { total: 1, users: [] } : []),
  );
  useMode.setState({ mode: 'online' });
  enterRoom(room(), [yusuf, person('me', 'Mina', 'spectator')]);
  openHome();
  expect(await screen.findByText('You are watching')).toBeVisible();
  const participants = [yusuf, me];
  act(() => roomParticipants.updated({ type: 'room_participants_updated', roomId: 'r1', participants }));
  await waitFor(() => expect(screen.queryByText('You are watching')).toBeNull());
});

it('does not open with the failure of a search that another page did not show', () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  useSearch.setState({
    search: { at: 'rejected', problem: { title: 'Error', text: 'No opponent.', code: 'TIMEOUT' } },
  });
  openHome();
  expect(useSearch.getState().search.at).toBe('closed');
});

it('cancels a search when the player leaves the page, where nothing would show it', async () => {
  const fetched = vi.fn(async (_url: unknown) => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  const { unmount } = openHome();
  act(() => useSearch.setState({ search: { at: 'searching', bet: 5_000, since: 0, offer: 'none' } }));
  unmount();
  expect(useSearch.getState().search.at).toBe('closed');
  await waitFor(() =>
    expect(fetched.mock.calls.map(([url]) => String(url))).toContain('/api/matchmaking/leave'),
  );
});
