import { toUserId } from '@fifteen/domain';
import { Account, Session } from '@fifteen/proto/identity';
import { AppError, type PushBody } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { Sessions } from '../src/auth/sessions.ts';

const TTL_MS = 60_000;
const origin = { ip: '192.0.2.1', device: '' };
const account = Account.fromPartial({ id: toUserId('ann'), username: 'guest-ann', guest: true });
const grant = { token: 'secret', session: Session.fromPartial({ id: 's1', account }) };

/** Returns sessions of an identity service that knows none, its pushes, and how often it was asked. */
function sessionsAlone() {
  const identity = { requestCount: 0 };
  const listeners = new Set<(body: PushBody) => void>();
  const authenticate = () => {
    identity.requestCount += 1;
    return Promise.reject(new AppError('UNAUTHORIZED'));
  };
  const pushes = {
    subscribe: (_kind: string, _id: string, listener: (body: PushBody) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: () => Promise.resolve(),
  };
  const sessions = new Sessions({ authenticate }, pushes as never, TTL_MS);
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
