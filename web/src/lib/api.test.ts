import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, onUnauthorized } from './api.ts';
import { ApiError } from './apiError.ts';
import { json } from '@/test/json.ts';

const fetched = vi.fn<typeof fetch>();
const keyOf = (call: number) =>
  (fetched.mock.calls[call]?.[1]?.headers as Record<string, string>)['Idempotency-Key'];

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onUnauthorized(() => undefined);
});

describe('a call', () => {
  it('goes to its path with the cookies, and gives the parsed answer', async () => {
    fetched.mockResolvedValue(json(200, { total: 0, users: [] }));
    await expect(api.users.online()).resolves.toEqual({ total: 0, users: [] });
    expect(fetched).toHaveBeenCalledWith(
      '/api/users/online',
      expect.objectContaining({ method: 'GET', credentials: 'include' }),
    );
  });

  it('names the language of the page, in which the server writes mails', async () => {
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    document.documentElement.lang = 'bn';
    await api.auth.logout();
    document.documentElement.lang = '';
    await api.auth.logout();
    const headers = fetched.mock.calls.map(([, init]) => init?.headers as Record<string, string>);
    expect(headers.map((each) => each['Accept-Language'])).toEqual(['bn', navigator.language]);
  });

  it('that has no answer body gives nothing', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(api.auth.logout()).resolves.toBeUndefined();
  });

  it('that is rejected fails once, with the message, code and status of the answer', async () => {
    const body = { error: 'x', message: 'Position already occupied', code: 'POSITION_OCCUPIED' };
    fetched.mockResolvedValue(json(409, body));
    const call = api.games.move({ params: { id: 'g' }, body: { position: 3 } });
    await expect(call).rejects.toMatchObject({
      status: 409,
      code: 'POSITION_OCCUPIED',
      message: body.message,
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('takes the raw text for a message where the answer is no JSON', async () => {
    fetched.mockResolvedValue(new Response('Bad gateway', { status: 404 }));
    await expect(api.auth.user()).rejects.toMatchObject({ message: 'Bad gateway', code: '' });
  });
});

describe('what changes something', () => {
  it('is tried three times, a second apart, under one key', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetched.mockResolvedValueOnce(json(503, {}));
    fetched.mockResolvedValueOnce(json(200, { message: 'ok' }));
    const call = api.matchmaking.leave();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(call).resolves.toEqual({ message: 'ok' });
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect([keyOf(1), keyOf(2)]).toEqual([keyOf(0), keyOf(0)]);
  });

  it('has another key the next time', async () => {
    fetched.mockImplementation(async () => json(200, { message: 'ok' }));
    await api.matchmaking.leave();
    await api.matchmaking.leave();
    expect(keyOf(1)).not.toBe(keyOf(0));
  });

  it('fails in the end, as a failure of the network', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const call = api.auth.guest();
    const failed = expect(call).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
    await vi.advanceTimersByTimeAsync(2_000);
    await failed;
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'Mutation error:',
      expect.objectContaining({ code: 'NETWORK' }),
    );
  });

  it('reports the end of the session, but not a wrong password', async () => {
    const listener = vi.fn();
    onUnauthorized(listener);
    fetched.mockResolvedValueOnce(json(401, { message: 'Wrong', code: 'INVALID_CREDENTIALS' }));
    await expect(api.auth.login({ body: { username: 'a', password: 'b' } })).rejects.toBeInstanceOf(ApiError);
    expect(listener).not.toHaveBeenCalled();
    fetched.mockResolvedValueOnce(json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
    await expect(api.system.heartbeat()).rejects.toBeInstanceOf(ApiError);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

it('reads with a signal of the caller in a browser without `AbortSignal.any`, which Safari has since 17.4', async () => {
  const { any } = AbortSignal;
  Object.assign(AbortSignal, { any: undefined });
  fetched.mockResolvedValue(json(200, { total: 0, users: [] }));
  const { signal } = new AbortController();
  const call = api.users.online({ signal });
  await expect(call.finally(() => Object.assign(AbortSignal, { any }))).resolves.toEqual({
    total: 0,
    users: [],
  });
});

describe('a call that its caller gives up', () => {
  it('ends as aborted, not as an error of the network', async () => {
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          const give = () => reject(init?.signal?.reason as Error);
          if (init?.signal?.aborted) give();
          init?.signal?.addEventListener('abort', give);
        }),
    );
    const abort = new AbortController();
    const call = api.auth.user({ signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is not retried, and its attempt under way is awaited, if it changes something', async () => {
    const abort = new AbortController();
    const join = () => api.matchmaking.join({ body: { betAmount: 0 }, signal: abort.signal });
    fetched.mockResolvedValueOnce(json(503, {}));
    const retried = expect(join()).rejects.toMatchObject({ name: 'AbortError' });
    let answer: (response: Response) => void = () => undefined;
    fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const underWay = join();
    await vi.advanceTimersByTimeAsync(500);
    abort.abort();
    await vi.advanceTimersByTimeAsync(2_000);
    await retried;
    answer(json(200, { status: 'waiting', message: '' }));
    await expect(underWay).resolves.toMatchObject({ status: 'waiting' });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(fetched.mock.calls[1]?.[1]?.signal?.aborted).toBe(false);
    await expect(join()).rejects.toMatchObject({ name: 'AbortError' });
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
