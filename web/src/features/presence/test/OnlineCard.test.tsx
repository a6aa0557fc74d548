import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { PlayOnline } from '@/features/quick-match/index.ts';
import { Around } from '@/test/Around.tsx';
import { countOnline } from '../api.ts';
import { OnlineCard } from '../components/OnlineCard.tsx';

const mina = { id: 'me', displayName: 'Mina', profileImageUrl: null, inRoom: false, lastSeen: 0 };
const yusuf = { ...mina, id: 'yusuf', displayName: 'Yusuf' };
/** The response of the server; without a total, the list has all who are online. */
const online: { users: (typeof mina)[]; total?: number } = { users: [mina] };
const fetched = vi.fn<typeof fetch>();

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  online.users = [mina];
  online.total = undefined;
  fetched.mockReset().mockImplementation(async (url) => {
    if (url !== '/api/users/online') return Response.json([]);
    return Response.json({ total: online.total ?? online.users.length, users: online.users });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const fetches = () => fetched.mock.calls.filter(([url]) => url === '/api/users/online').length;
const push = (count: number) => act(async () => countOnline(count));

it('shows the first other player as soon as the server counts two, and none when the last has gone', async () => {
  render(
    <Around>
      <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />
    </Around>,
  );
  expect(await screen.findByText('No other players are online right now.')).toBeVisible();
  online.users = [mina, yusuf];
  await push(2);
  expect(await screen.findByText('Yusuf')).toBeVisible();
  online.users = [mina];
  await push(1);
  expect(await screen.findByText('No other players are online right now.')).toBeVisible();
  expect(fetches()).toBe(3);
});

it('fetches the list no sooner than usual while others come and go', async () => {
  online.users = [mina, yusuf];
  render(
    <Around>
      <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />
    </Around>,
  );
  expect(await screen.findByText('Yusuf')).toBeVisible();
  for (const count of [3, 4, 3, 2]) await push(count);
  expect(fetches()).toBe(1);
});

it('counts no other player while the list has none: a player who blocks this one is counted for all', async () => {
  render(
    <Around>
      <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />
      <PlayOnline />
    </Around>,
  );
  expect(await screen.findByText('No other players are online right now.')).toBeVisible();
  await push(2);
  await waitFor(() => expect(fetches()).toBe(2));
  expect(screen.getByText('1 player online')).toBeVisible();
  expect(screen.queryByText('2 players online')).not.toBeInTheDocument();
});

it('counts the players of the list while the connection is lost: the last pushed count grows old', async () => {
  online.total = 9;
  useConnectionStatus.setState({ status: 'open' });
  render(
    <Around>
      <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />
    </Around>,
  );
  await push(12);
  expect(await screen.findByText('12 players online')).toBeVisible();
  act(() => useConnectionStatus.setState({ status: 'lost' }));
  expect(await screen.findByText('9 players online')).toBeVisible();
  act(() => useConnectionStatus.setState({ status: 'open' }));
  await push(13);
  expect(await screen.findByText('13 players online')).toBeVisible();
});

it('shows when a player was last seen although the clock of this device is wrong', async () => {
  const hourAgo = Date.now() - 3_600_000;
  serverClock.update(hourAgo);
  online.users = [mina, { ...yusuf, lastSeen: hourAgo }];
  render(
    <Around>
      <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />
    </Around>,
  );
  expect(await screen.findByText('Last seen: Just now')).toBeVisible();
  serverClock.reset();
});
