import { toUserId } from '@fifteen/domain';
import { Account, Session } from '@fifteen/proto/identity';
import { AppError, type PushBody } from '@fifteen/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Sessions } from '../src/auth/sessions.ts';

const TTL_MS = 60_000;
const origin = { ip: '192.0.2.1', device: '' };
const account = Account.fromPartial({ id: toUserId('ann'), username: 'guest-ann', guest: true });
const grant = { token: 'secret', session: Session.fromPartial({ id: 's1', account }) };

type Identity = ConstructorParameters<typeof Sessions>[0];
type Authenticated = Awaited<ReturnType<Identity['authenticate']>>;
const unknown = (): Promise<Authenticated> => Promise.reject(new AppError('UNAUTHORIZED'));

/** Returns sessions of an identity service that knows none, its pushes, and how often it was asked. */
function sessionsAlone(...responses: (() => Promise<Authenticated>)[]) {
  const identity = { requestCount: 0, refreshed: 0 };
  const listeners = new Set<(body: PushBody) => void>();
  const authenticate = () => {
    identity.requestCount += 1;
    return (responses.shift() ?? unknown)();
  };
  const pushes = {
    subscribe: (_kind: string, _id: string, listener: (body: PushBody) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: () => Promise.resolve(),
  };
  const refreshSessions: Identity['refreshSessions'] = async ({ sessions: open }) => {
    identity.refreshed += open.length;
    return { sessions: open.some(({ token }) => token === grant.token) ? [grant.session] : [] };
  };
  const sessions = new Sessions({ authenticate, refreshSessions }, pushes as never, TTL_MS);
  const push = (body: PushBody) => [...listeners].forEach((listener) => listener(body));
  return { sessions, push, listeners, identity };
}

test('the session of a new account is used without another authentication', async () => {
  const { sessions, identity } = sessionsAlone();
  await sessions.addNew(grant, origin);
  expect(await sessions.find('secret', origin)).toMatchObject({
    userId: 'ann',
    sessionId: 's1',
    guest: true,
  });
  expect(identity.requestCount).toBe(0);
});

test('a revocation ends the session of a new account at once', async () => {
  const { sessions, push, listeners } = sessionsAlone();
  await sessions.addNew(grant, origin);
  push({ $case: 'sessionRevoked', value: { sessionId: 's1' } });
  expect(await sessions.find('secret', origin)).toBeUndefined();
  expect(listeners.size).toBe(0);
});

test('a session that is revoked while it is authenticated again is not cached', async () => {
  let respond: (response: Authenticated) => void = () => undefined;
  const slow = new Promise<Authenticated>((resolve) => (respond = resolve));
  const { sessions, push, identity } = sessionsAlone(() => slow);
  await sessions.addNew(grant, origin);
  const refreshed = sessions.refresh('secret', origin);
  push({ $case: 'sessionRevoked', value: { sessionId: 's1' } });
  // Identity read the session before it ended.
  respond({ session: grant.session });
  expect(await refreshed).toBeUndefined();
  expect(identity.requestCount).toBe(2);
  expect(sessions.isCached('secret')).toBe(false);
});

test('a cookie that is due is requested once, also when identity fails', async () => {
  const { sessions, identity } = sessionsAlone(() => Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
  await sessions.addNew({ ...grant, session: { ...grant.session, cookieDue: true } }, origin);
  const caller = (await sessions.find('secret', origin))!;
  expect(caller.cookieDue).toBe(true);
  await expect(sessions.renewCookie(caller)).rejects.toThrow('SERVICE_UNAVAILABLE');
  expect(await sessions.find('secret', origin)).toMatchObject({ sessionId: 's1', cookieDue: false });
  expect(identity.requestCount).toBe(1);
});

describe('a session whose time has passed while identity is unavailable', () => {
  const fail = (): Promise<Authenticated> => Promise.reject(new AppError('SERVICE_UNAVAILABLE'));
  const succeed = () => Promise.resolve({ session: grant.session } as Authenticated);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is used for ten minutes, and identity is requested every two seconds', async () => {
    const { sessions, identity } = sessionsAlone(...Array.from({ length: 100 }, () => fail));
    await sessions.addNew(grant, origin);
    vi.advanceTimersByTime(5 * TTL_MS);
    for (let i = 0; i < 3; i += 1)
      expect(await sessions.find('secret', origin)).toMatchObject({ sessionId: 's1' });
    expect(identity.requestCount).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await sessions.find('secret', origin)).toMatchObject({ sessionId: 's1' });
    expect(identity.requestCount).toBe(2);

    vi.advanceTimersByTime(7 * TTL_MS);
    await expect(sessions.find('secret', origin)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('ends with a revocation, and with the first response of identity', async () => {
    const revoked = sessionsAlone(fail, fail);
    await revoked.sessions.addNew(grant, origin);
    vi.advanceTimersByTime(2 * TTL_MS);
    expect(await revoked.sessions.find('secret', origin)).toBeDefined();
    revoked.push({ $case: 'sessionRevoked', value: { sessionId: 's1' } });
    await expect(revoked.sessions.find('secret', origin)).rejects.toThrow('SERVICE_UNAVAILABLE');

    const { sessions, listeners } = sessionsAlone(fail, unknown);
    await sessions.addNew(grant, origin);
    vi.advanceTimersByTime(2 * TTL_MS);
    expect(await sessions.find('secret', origin)).toBeDefined();
    vi.advanceTimersByTime(2_000);
    expect(await sessions.find('secret', origin)).toBeUndefined();
    expect(listeners.size).toBe(0);
  });

  test('is fresh again after its next authentication', async () => {
    const { sessions, identity } = sessionsAlone(fail, succeed);
    await sessions.addNew(grant, origin);
    vi.advanceTimersByTime(2 * TTL_MS);
    await sessions.find('secret', origin);
    vi.advanceTimersByTime(2_000);
    await sessions.find('secret', origin);
    vi.advanceTimersByTime(TTL_MS - 1);
    expect(sessions.isCached('secret')).toBe(true);
    expect(identity.requestCount).toBe(2);
    vi.advanceTimersByTime(1);
    expect(sessions.isCached('secret')).toBe(false);
  });
});

test('a late revocation of another session leaves it', async () => {
  const { sessions, push } = sessionsAlone();
  await sessions.addNew(grant, origin);
  push({ $case: 'sessionRevoked', value: { sessionId: 's0' } });
  expect(await sessions.find('secret', origin)).toMatchObject({ sessionId: 's1' });
});

test('a request from another network than that of the new account is authenticated', async () => {
  const { sessions, identity } = sessionsAlone();
  await sessions.addNew(grant, origin);
  expect(await sessions.find('secret', { ...origin, ip: '198.51.100.1' })).toBeUndefined();
  expect(identity.requestCount).toBe(1);
});

test('the sessions of open sockets stay cached, and those that have ended are returned and forgotten', async () => {
  vi.useFakeTimers();
  try {
    const { sessions, identity, listeners, push } = sessionsAlone();
    const other = { token: 'other', session: Session.fromPartial({ id: 's2', account }) };
    for (const one of [grant, other]) await sessions.addNew(one, origin);
    const callers = [await sessions.find('secret', origin), await sessions.find('other', origin)];
    for (let minute = 0; minute < 3; minute += 1) {
      vi.advanceTimersByTime(TTL_MS);
      const ended = await sessions.refreshAll(callers.flatMap((caller) => caller ?? []));
      expect(ended.map(({ sessionId }) => sessionId)).toEqual(['s2']);
    }
    expect(await sessions.find('secret', origin)).toMatchObject({ sessionId: 's1' });
    expect(sessions.isCached('other')).toBe(false);
    expect(identity.requestCount).toBe(0);
    expect(listeners.size).toBe(1);
    push({ $case: 'sessionRevoked', value: { sessionId: 's1' } });
    expect(sessions.isCached('secret')).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('the session of several tabs is refreshed once, and ends for all of them', async () => {
  const { sessions, identity } = sessionsAlone();
  const ended = { token: 'other', session: Session.fromPartial({ id: 's2', account }) };
  await sessions.addNew(ended, origin);
  const caller = (await sessions.find('other', origin))!;
  const tabs = [caller, { ...caller }];
  expect(await sessions.refreshAll(tabs)).toEqual(tabs);
  expect(identity.refreshed).toBe(1);
});

test('a session that is revoked while it is refreshed is not cached', async () => {
  const { sessions, push, listeners } = sessionsAlone();
  await sessions.addNew(grant, origin);
  const caller = await sessions.find('secret', origin);
  const refreshed = sessions.refreshAll([caller!]);
  push({ $case: 'sessionRevoked', value: { sessionId: 's1' } });
  expect(await refreshed).toEqual([]);
  expect(sessions.isCached('secret')).toBe(false);
  expect(listeners.size).toBe(0);
});
