import type { IncomingMessage } from 'node:http';
import { createLog, Lifecycle, openRedis } from '@fifteen/runtime';
import { testServers, type TestServers } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressGroup, addressOf } from '../src/address.ts';
import { cookieNames, tokenFrom } from '../src/cookies.ts';
import { Idempotency } from '../src/http/idempotency.ts';
import { Limits } from '../src/limits.ts';
import { isOurs } from '../src/origin.ts';

const log = createLog('test', 'silent');

describe('whose request it is', () => {
  const site = 'https://fifteen.example';
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: site }, true],
    [{}, true],
    [{ origin: 'http://localhost:5173', host: 'localhost:5173' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    [{ origin: 'https://evil.example', host: 'fifteen.example' }, false],
    [{ origin: 'https://fifteen.example.evil.example', host: 'fifteen.example' }, false],
    [{ origin: 'null', host: 'fifteen.example' }, false],
    [{ origin: '', host: 'fifteen.example' }, false],
  ])('%j: ours is %s', (headers, ours) => {
    expect(isOurs(headers, site)).toBe(ours);
  });
});

describe('the address of a request', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

  test('is that of the line, whatever the request says, when no proxy of ours stands in front', () => {
    expect(addressOf(request('203.0.113.7', '10.0.0.1'), 0)).toBe('203.0.113.7');
    expect(addressOf(request('::ffff:203.0.113.7'), 0)).toBe('203.0.113.7');
  });

  test('is what our outermost proxy saw', () => {
    expect(addressOf(request('10.0.0.1', '6.6.6.6, 203.0.113.7'), 1)).toBe('203.0.113.7');
    expect(addressOf(request('10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2'), 2)).toBe('203.0.113.7');
    expect(addressOf(request('10.0.0.1'), 1)).toBe('10.0.0.1');
    expect(addressOf(request('10.0.0.1', '203.0.113.7'), 3)).toBe('203.0.113.7');
  });

  test('counts as one for a whole IPv6 household', () => {
    expect(addressGroup('203.0.113.7')).toBe('203.0.113.7');
    expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe(addressGroup('2001:0db8:0001:0002::9'));
    expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'));
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
  });
});

describe('the cookies', () => {
  test('are bound to host and path on https', () => {
    expect(cookieNames('https://fifteen.example')).toEqual({
      session: '__Host-sid',
      flow: '__Host-flow',
      device: '__Host-did',
      secure: true,
    });
    expect(cookieNames('http://localhost:8080')).toMatchObject({ session: 'sid', secure: false });
  });

  test('are found among others', () => {
    const names = cookieNames('http://localhost');
    expect(tokenFrom('a=1; sid=abc; sidx=no', names)).toBe('abc');
    expect(tokenFrom('xsid=abc', names)).toBeUndefined();
    expect(tokenFrom(undefined, names)).toBeUndefined();
  });
});

describe('over all gateways', () => {
  let servers: TestServers<'redis'>;
  const lifecycle = new Lifecycle(log);
  const redis = () => openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  beforeAll(async () => {
    servers = await testServers(['redis'], { own: true });
  });
  afterAll(async () => {
    await lifecycle.stop();
    await servers.stopAll();
  });

  const refusals = async (times: number, once: () => Promise<void>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: times }, once));
    return outcomes.filter(({ status }) => status === 'rejected').length;
  };

  test('a session has 100 requests in 10 s, an address 300 times the scale', async () => {
    const [one, other] = [new Limits(redis(), 1), new Limits(redis(), 1)];
    expect(await refusals(60, () => one.session('s1'))).toBe(0);
    expect(await refusals(60, () => other.session('s1'))).toBe(20);
    expect(await refusals(10, () => other.session('s2'))).toBe(0);
    expect(await refusals(310, () => one.address('203.0.113.7'))).toBe(10);
    const scaled = new Limits(redis(), 2);
    await expect(scaled.address('203.0.113.7')).resolves.toBeUndefined();
    await expect(one.session('s1')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfter: expect.any(Number) },
    });
  });

  test('a repeat under the same key gets the first answer, another request is refused', async () => {
    const [one, other] = [new Idempotency(redis(), log), new Idempotency(redis(), log)];
    const first = await one.begin('ann', 'k', 'POST /a {}');
    if (!('first' in first)) throw new Error('not the first');
    await expect(other.begin('ann', 'k', 'POST /a {}')).rejects.toMatchObject({ code: 'CONFLICT' });
    await first.first(200, '{"coins":1}');
    expect(await other.begin('ann', 'k', 'POST /a {}')).toEqual({
      answer: expect.objectContaining({ status: 200, body: '{"coins":1}' }),
    });
    await expect(other.begin('ann', 'k', 'POST /b {}')).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await other.begin('bob', 'k', 'POST /b {}')).toHaveProperty('first');
  });

  test('an answer that may be another one next time is not kept', async () => {
    const memory = new Idempotency(redis(), log);
    for (const status of [503, 429, 500]) {
      const turn = await memory.begin('ann', `k${status}`, 'r');
      if ('first' in turn) await turn.first(status, '');
      expect(await memory.begin('ann', `k${status}`, 'r')).toHaveProperty('first');
    }
  });

  test('without Redis each gateway counts alone, and requests go through', async () => {
    const limits = new Limits(redis(), 1);
    const memory = new Idempotency(redis(), log);
    await limits.session('s9');
    await servers.redis.kill9();
    expect(await refusals(150, () => limits.session('s9'))).toBe(50);
    expect(await memory.begin('ann', 'key', 'r')).toHaveProperty('first');
    await servers.redis.restart();
  });
});
