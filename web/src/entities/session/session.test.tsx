import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { toast, useToast } from '@/lib/toast.ts';
import { api } from '@/lib/api.ts';
import { openPage } from '@/lib/page.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser, logout, refreshUser, setCoins, startSession, useSession } from './session.ts';
import { storage } from '@/lib/storage.ts';
import { json } from '@/test/json.ts';

vi.mock('@/lib/page.ts');

const user = {
  id: 'u1',
  userId: 'u1',
  username: 'mina',
  email: 'mina@example.org',
  isEmailVerified: true,
  coins: 1000,
} as User;
const fetched = vi.fn<typeof fetch>();

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const session = () => renderHook(useSession, { wrapper }).result;

/** Stores a user as another tab does. */
function anotherTabStores(other: User | null): void {
  const [key, oldValue] = ['backup_user_data', storage.read('backup_user_data')] as const;
  const newValue = other && JSON.stringify({ ...other, email: null });
  if (newValue === null) storage.remove(key);
  else storage.write(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
}

beforeAll(startI18n);
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  queryClient.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the session', () => {
  it('is loading, then in, and the user is kept for an offline start without the address', async () => {
    fetched.mockResolvedValue(json(200, { user }));
    startSession();
    const result = session();
    expect(result.current.status).toBe('loading');
    await waitFor(() => expect(result.current.status).toBe('in'));
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(JSON.parse(storage.read('backup_user_data') ?? '')).toMatchObject({
      username: 'mina',
      email: null,
    });
  });

  it('is out after a 401, and the kept user is forgotten', async () => {
    storage.write('backup_user_data', JSON.stringify(user));
    fetched.mockResolvedValue(json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
    const result = session();
    expect(result.current.status).toBe('in');
    await waitFor(() => expect(result.current.status).toBe('out'));
    expect(storage.read('backup_user_data')).toBeNull();
  });

  it('goes on with the stored user when the server does not answer', async () => {
    storage.write('backup_user_data', JSON.stringify(user));
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const result = session();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(result.current).toMatchObject({ status: 'in', user: { username: 'mina' } });
  });

  it('keeps the last balance while the server does not know it', async () => {
    storage.write('backup_user_data', JSON.stringify({ ...user, coins: 7_500 }));
    fetched.mockResolvedValue(json(200, { user: { ...user, isBalanceUnknown: true } }));
    startSession();
    const result = session();
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    await waitFor(() => expect(result.current.user?.isBalanceUnknown).toBe(true));
    expect(result.current.user?.coins).toBe(7_500);
    act(() => becomeUser({ ...user, isBalanceUnknown: true }));
    expect(result.current.user?.coins).toBe(7_500);
  });

  it('is signed out when the server does not answer and no user is stored', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const result = session();
    await waitFor(() => expect(result.current.status).toBe('out'));
  });

  it('is unverified for an account whose address is not confirmed', async () => {
    fetched.mockResolvedValue(json(200, { user: { ...user, isEmailVerified: false } }));
    const result = session();
    await waitFor(() => expect(result.current.status).toBe('unverified'));
  });

  it('that ends while a player plays says so and leads to the login after half a second', async () => {
    fetched.mockResolvedValueOnce(json(200, { user }));
    startSession();
    const result = session();
    await waitFor(() => expect(result.current.status).toBe('in'));
    vi.useFakeTimers();
    fetched.mockResolvedValue(json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
    await act(() => api.system.heartbeat().catch(() => undefined));
    expect(useToast.getState().current?.title).toBe('You are logged out. Logging in again...');
    expect(result.current.status).toBe('in');
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(openPage).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(openPage).toHaveBeenCalledExactlyOnceWith('/api/login');
    expect(result.current.status).toBe('out');
  });

  it('that ends is drawn before any other task: a page for users would find none', async () => {
    becomeUser(user);
    const result = session();
    becomeUser(null);
    // Runs microtasks only: notices, then React.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(result.current.status).toBe('out');
  });

  it('of a sign-in stays when a request of the session before it answers later', async () => {
    const answers: ((response: Response) => void)[] = [];
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    storage.write('backup_user_data', JSON.stringify({ ...user, isGuest: true }));
    const result = session();
    await waitFor(() => expect(answers).toHaveLength(1));
    act(() => becomeUser({ ...user, username: 'mina_2' }));
    answers[0]?.(json(200, { user: null }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(result.current).toMatchObject({ status: 'in', user: { username: 'mina_2' } });
    expect(storage.read('backup_user_data')).toContain('mina_2');
  });

  it('does not trust a kept value that is no user', async () => {
    storage.write('backup_user_data', '{"id":7}');
    fetched.mockImplementation(() => new Promise(() => undefined));
    expect(session().current.status).toBe('loading');
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  });
});

describe('a session', () => {
  it('that is logged out takes its notices along', async () => {
    becomeUser(user);
    fetched.mockResolvedValue(json(200, {}));
    toast({ title: 'Game Ended', event: true });
    toast({ title: 'A player left the room' });
    await logout();
    expect(session().current.status).toBe('out');
    expect(useToast.getState()).toEqual({ current: null, waiting: [] });
  });

  it('that is being logged out is not reported as lost when a call that is under way is rejected', async () => {
    fetched.mockImplementation(async (url) => {
      if (String(url).endsWith('/logout'))
        await expect(api.system.heartbeat()).rejects.toMatchObject({ status: 401 });
      return String(url).endsWith('/logout')
        ? json(200, {})
        : json(401, { code: 'UNAUTHORIZED', message: '' });
    });
    startSession();
    act(() => becomeUser(user));
    vi.useFakeTimers();
    const shown = vi.fn();
    const stopWatching = useToast.subscribe(({ current }) => shown(current?.title));
    await act(logout);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    stopWatching();
    expect(shown.mock.calls.flat().filter(Boolean)).toEqual([]);
    expect(openPage).not.toHaveBeenCalled();
  });

  it('that another tab has replaced is not logged out: the user who signed in there is shown', async () => {
    fetched.mockImplementation(async () => json(200, { user }));
    startSession();
    const result = session();
    await waitFor(() => expect(result.current.user?.id).toBe('u1'));
    fetched.mockImplementation(async (url) =>
      String(url).endsWith('/logout')
        ? json(401, { code: 'UNAUTHORIZED', message: '' })
        : json(200, { user: { ...user, id: 'u2' } }),
    );
    useToast.setState({ current: null, waiting: [] });
    await act(logout);
    await waitFor(() => expect(result.current.user?.id).toBe('u2'));
    expect(useToast.getState().current).toBeNull();
    expect(openPage).not.toHaveBeenCalled();
  });

  it('of another user finds nothing of what was read for the last one', () => {
    becomeUser(user);
    queryClient.setQueryData(['friends'], ['x']);
    storage.write('currentGameState', '{}');
    becomeUser({ ...user, coins: 1100 });
    expect(queryClient.getQueryData(['friends'])).toEqual(['x']);
    becomeUser(null);
    expect(queryClient.getQueryData(['friends'])).toBeUndefined();
    expect(storage.read('currentGameState')).toBeNull();
  });

  it.each([
    ['after a logout', [null, { ...user, id: 'u2' }]],
    ['at once', [{ ...user, id: 'u2' }]],
  ])('who signs in in another tab %s finds nothing either', async (_, next) => {
    startSession();
    const result = session();
    const inAnotherTab = async (other: User | null) => {
      fetched.mockImplementation(async () => json(200, { user: other }));
      act(() => anotherTabStores(other));
      await waitFor(() => expect(result.current.user).toEqual(other));
    };
    await inAnotherTab(user);
    queryClient.setQueryData(['room-invitations'], ['x']);
    await inAnotherTab({ ...user, displayName: 'Mina M.' });
    expect(queryClient.getQueryData(['room-invitations'])).toEqual(['x']);
    for (const other of next) await inAnotherTab(other);
    expect(queryClient.getQueryData(['room-invitations'])).toBeUndefined();
  });
});

describe('a balance', () => {
  it('that is pushed wins over the response of a request that was under way', async () => {
    const answers: ((response: Response) => void)[] = [];
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    // Of another user than in the other tests: their versions go on.
    const other = { ...user, id: 'u2', userId: 'u2' };
    becomeUser(other);
    const result = session();
    act(() => void refreshUser());
    await waitFor(() => expect(answers).toHaveLength(1));
    act(() => setCoins(6000, 7));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(json(200, { user: other }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(result.current.user?.coins).toBe(6000);
    expect(storage.read('backup_user_data')).toContain('6000');
    answers[1]?.(json(200, { user: { ...other, coins: 6000, displayName: 'Mina' } }));
    await waitFor(() => expect(result.current.user).toMatchObject({ coins: 6000, displayName: 'Mina' }));
  });

  it('that another tab stores needs no request either, also while the server does not know it', async () => {
    startSession();
    becomeUser(user);
    session();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    fetched.mockClear();
    anotherTabStores({ ...user, coins: 6000 });
    anotherTabStores({ ...user, coins: 7500, isBalanceUnknown: true });
    anotherTabStores({ ...user, coins: 7500 });
    expect(queryClient.isFetching()).toBe(0);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('that is pushed alone needs no request', async () => {
    becomeUser(user);
    session();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    fetched.mockClear();
    act(() => setCoins(6000, 8));
    expect(queryClient.isFetching()).toBe(0);
    expect(fetched).not.toHaveBeenCalled();
  });
});
