import { calls, type Call } from '@fifteen/contract';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { expectError, guestPool, send, useSharedStack } from './harness.ts';

const stack = useSharedStack();
const url = () => stack().url;
const guest = guestPool(url);

test.each([
  ['is no JSON', '{', 400],
  ['has a key twice', '{"position":1,"position":2}', 400],
  ['is too deep', `{"position":${'['.repeat(9000)}${']'.repeat(9000)}}`, 400],
  ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
  ['names __proto__', '{"__proto__":{},"position":1}', 400],
  ['is too large', JSON.stringify({ position: 'x'.repeat(70_000) }), 413],
])('a body that %s', async (_, body, status) => {
  const player = await guest();
  const headers = { cookie: player.cookie, 'content-type': 'application/json' };
  expectError(await send(`${url()}/api/games/g/moves`, { method: 'POST', body, headers }), status);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml'])(
  'a body of %s',
  async (type) => {
    const player = await guest();
    const headers = { cookie: player.cookie, 'content-type': type };
    const answer = await send(`${url()}/api/matchmaking/join`, {
      method: 'POST',
      body: '{"betAmount":0}',
      headers,
    });
    expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  },
);

const optional = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries<Call>(its)
    .filter(([, { body }]) => body && safeParse(body, {}).success)
    .map(([name, { method, path }]) => ({ name: `${group}.${name}`, method, path })),
);
test.each(optional)('no body at all is the same as one without fields: $name', async ({ method, path }) => {
  // One user for both: with the defaults a room or a search is for a bet that a guest cannot pay.
  const { cookie } = await guest();
  const answerTo = (body: unknown) => send(`${url()}${path}`, { method, body, headers: { cookie } });
  const [absent, empty] = [await answerTo(undefined), await answerTo({})];
  expect(absent.status).toBe(empty.status);
  expect(absent.status).toBeLessThan(500);
  expect(absent.body).toEqual(empty.body);
});
