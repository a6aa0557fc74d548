import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { OnlineCard } from '../components/OnlineCard.tsx';
import { OnlineUsersDialog } from '../components/OnlineUsersDialog.tsx';

const yusuf = { id: 'yusuf', displayName: 'Yusuf', profileImageUrl: null, inRoom: false, lastSeen: 0 };
const failure = { error: 'x', message: 'x', code: 'FORBIDDEN' };
const list = vi.fn<() => Promise<Response>>();

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  withHeight(500);
  list.mockReset().mockImplementation(async () => Response.json(failure, { status: 403 }));
  vi.stubGlobal('fetch', async (url: RequestInfo) =>
    url === '/api/users/online' ? list() : Response.json([]),
  );
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['card', <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />],
  ['dialog', <OnlineUsersDialog me="me" onClose={vi.fn()} onProfile={vi.fn()} />],
])(
  'the %s says that the players could not be loaded, also while it fetches them again',
  async (_, players) => {
    render(<Around>{players}</Around>);
    expect(await screen.findByText('This could not be loaded')).toBeVisible();
    expect(screen.queryByText('No other players are online right now.')).toBeNull();

    let respond: (response: Response) => void = () => undefined;
    list.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
    const retry = screen.getByRole('button', { name: 'Try Again' });
    await act(async () => fireEvent.click(retry));
    expect(retry).toHaveAttribute('aria-busy');
    expect(screen.getByText('This could not be loaded')).toBeVisible();

    respond(Response.json({ total: 2, users: [yusuf] }));
    expect(await screen.findByText('Yusuf')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
