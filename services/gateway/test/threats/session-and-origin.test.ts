import { calls, type Call } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { describe, expect, test } from 'vitest';
import { expectError, useSharedStack, send, upgrade } from '../harness.ts';

const stack = useSharedStack();

const served = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries<Call>(its).map(([name, { method, path }]) => ({ name: `${group}.${name}`, method, path })),
);
const isSafe = ({ method }: { method: string }) => ['GET', 'HEAD'].includes(method);
const unsafe = served
  .filter((call) => !isSafe(call))
  .map((call) => ({ ...call, path: call.path.replaceAll(/:\w+/g, 'unknown') }));

/** Headers that a browser adds to requests of foreign pages. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.localhost' },
];

describe('a foreign page with the cookies of its user', () => {
  test('can call nothing that changes state, by any method', async () => {
    const { cookie } = await Player.guest(stack().url);
    for (const { name, method, path } of unsafe)
      for (const headers of FOREIGN) {
        const answer = await send(`${stack().url}${path}`, { method, headers: { cookie, ...headers } });
        expect(answer.status, `${name} ${JSON.stringify(headers)}`).toBe(403);
        expectError(answer, 403, 'FOREIGN_ORIGIN');
      }
  });

  test('changes nothing by the calls that it can make', async () => {
    const { cookie, user } = await Player.guest(stack().url);
    const stored = new StoredRows(stack(), [user.id]);
    const rows = await stored.readWhenStable();
    for (const { method, path, name } of served.filter(isSafe)) {
      const url = `${stack().url}${path.replaceAll(/:\w+/g, user.id)}`;
      const { status } = await send(url, { method, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
      expect(status, name).toBeLessThan(500);
    }
    expect(await stored.readWhenStable()).toEqual(rows);
    await stored.close();
  });

  test('cannot open a socket', async () => {
    const { cookie } = await Player.guest(stack().url);
    for (const headers of FOREIGN)
      expect(await upgrade(stack().url, { cookie, ...headers })).toEqual({ status: 403 });
  });

  test('cannot read responses', async () => {
    const { cookie } = await Player.guest(stack().url);
    const headers = { cookie, origin: 'https://evil.example' };
    const { headers: answered } = await send(`${stack().url}/api/auth/user`, { headers });
    expect(answered.get('access-control-allow-origin')).toBeNull();
    const preflightHeaders = { ...headers, 'access-control-request-method': 'POST' };
    const preflight = await send(`${stack().url}/api/auth/logout`, {
      method: 'OPTIONS',
      headers: preflightHeaders,
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('a user id in the address or a header has no effect', async () => {
  const [me, other] = await Promise.all([Player.guest(stack().url), Player.guest(stack().url)]);
  const forged = {
    cookie: `${me.cookie}; sid=${'A'.repeat(43)}`,
    'x-user-id': other.user.id,
    'x-forwarded-user': other.user.id,
    authorization: `Bearer ${other.cookie.split('=')[1]}`,
  };
  const { body } = await send(`${stack().url}/api/auth/user?userId=${other.user.id}`, { headers: forged });
  expect(body).toMatchObject({ id: me.user.id });
});
