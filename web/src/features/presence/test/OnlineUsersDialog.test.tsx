import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { Around } from '@/test/Around.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { OnlineCard } from '../components/OnlineCard.tsx';
import { OnlineUsersDialog } from '../components/OnlineUsersDialog.tsx';

const users = Array.from({ length: 200 }, (_, index) => ({
  ...{ id: `u${index}`, displayName: `Player ${index + 1}`, profileImageUrl: null },
  ...{ inRoom: false, lastSeen: 0 },
}));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  withHeight(500);
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url === '/api/users/online' ? { total: 200, users } : []),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('renders the rows of a long list that are in sight, each with its place among all', async () => {
  render(
    <Around>
      <OnlineUsersDialog me="me" onClose={vi.fn()} onProfile={vi.fn()} />
    </Around>,
  );
  const list = await screen.findByRole('list', { name: 'Online players' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]).toHaveTextContent('Player 1');
  expect(rows[0]).toHaveAttribute('aria-posinset', '1');
  expect(rows[0]).toHaveAttribute('aria-setsize', '200');
});

it('says that the players are loading', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(<OnlineUsersDialog me="me" onClose={vi.fn()} onProfile={vi.fn()} />, { wrapper: Around });
  expect(await screen.findByRole('status')).toHaveTextContent('Loading...');
});

it.each([
  ['card', <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />],
  ['dialog', <OnlineUsersDialog me="me" onClose={vi.fn()} onProfile={vi.fn()} />],
])('one clock serves all rows of the %s', async (_, players) => {
  const subscribe = vi.spyOn(serverClock, 'subscribe');
  render(<Around>{players}</Around>);
  await screen.findByText('Player 1');
  expect(subscribe).toHaveBeenCalledOnce();
  subscribe.mockRestore();
});
