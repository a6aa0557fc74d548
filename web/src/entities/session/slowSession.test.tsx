import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient.ts';
import { storage } from '@/lib/storage.ts';
import { becomeUser, findCurrentUser, startSession, useSession } from './session.ts';

const mina = { id: 'u1', username: 'mina', isEmailVerified: true, coins: 1000 } as User;
const yusuf = { ...mina, id: 'u2', username: 'yusuf' };
const fetched = vi.fn<typeof fetch>();
/** Time limits of the loading screen, each with the controller that ends it. */
const caps: { ms: number; controller: AbortController }[] = [];

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const session = () => renderHook(useSession, { wrapper }).result;

/** Starts the app with a server that is slow; returns the function that sends its response. */
async function startSlowly() {
  const responses: ((response: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => responses.push(resolve)));
  startSession();
  const result = session();
  await waitFor(() => expect(responses).toHaveLength(1));
  return { result, respond: (user: User | null) => responses[0]?.(Response.json({ user })) };
}
const endLoading = () => act(async () => caps.at(-1)?.controller.abort());

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  caps.length = 0;
  queryClient.clear();
  localStorage.clear();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    if (ms !== 15_000) caps.push({ ms, controller });
    return controller.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a slow session', () => {
  it('is loading for the splash and 1.5 s at most; with a stored user there is no limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await startSlowly();
    vi.advanceTimersByTime(9_000);
    queryClient.clear();
    await startSlowly();
    expect(caps.map(({ ms }) => ms)).toEqual([4_000, 1_500]);
    storage.write('backup_user_data', JSON.stringify(mina));
    queryClient.clear();
    await startSlowly();
    expect(caps).toHaveLength(2);
  });

  it('ends the loading screen, and signs the user in when it comes', async () => {
    const { result, respond } = await startSlowly();
    expect(result.current.status).toBe('loading');
    await endLoading();
    expect(result.current.status).toBe('out');
    respond(mina);
    await waitFor(() => expect(result.current).toMatchObject({ status: 'in', user: { username: 'mina' } }));
    expect(storage.read('backup_user_data')).toContain('mina');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('does not replace a user who signed in meanwhile', async () => {
    const { result, respond } = await startSlowly();
    await endLoading();
    act(() => becomeUser(yusuf));
    respond(mina);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(result.current.user?.username).toBe('yusuf');
    expect(storage.read('backup_user_data')).toContain('yusuf');
  });
});

describe('the current user', () => {
  it('is the one of a request that is still under way', async () => {
    const { respond } = await startSlowly();
    await endLoading();
    const found = findCurrentUser();
    respond(mina);
    expect(await found).toMatchObject({ username: 'mina' });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['429', async () => Response.json({ code: 'TOO_MANY_REQUESTS' }, { status: 429 })],
    ['503', async () => Response.json({ code: 'SERVICE_UNAVAILABLE' }, { status: 503 })],
    ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is requested again after %s', async (_, failure) => {
    fetched.mockImplementation(failure);
    const result = session();
    await waitFor(() => expect(result.current.status).toBe('out'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(await findCurrentUser()).toBeNull();
    fetched.mockImplementation(async () => Response.json({ user: mina }));
    expect(await findCurrentUser()).toMatchObject({ username: 'mina' });
  });

  it('needs no request right after the server found no session', async () => {
    fetched.mockImplementation(async () => Response.json({ user: null }));
    const result = session();
    await waitFor(() => expect(result.current.status).toBe('out'));
    expect(await findCurrentUser()).toBeNull();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('counts as none after 5 s', async () => {
    await startSlowly();
    await endLoading();
    vi.useFakeTimers();
    const found = vi.fn();
    void findCurrentUser().then(found);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(found).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toHaveBeenCalledExactlyOnceWith(null);
  });
});
