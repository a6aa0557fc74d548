import { toUserId, type UserId } from '@fifteen/domain';
import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers, type TestServers } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Idempotency } from '../src/edge/idempotency.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let servers: TestServers<'redis'>;
beforeAll(async () => {
  servers = await testServers(['redis'], { own: true });
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

const redis = () => openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });

test('a repeat with the same key gets the first response, another request an error', async () => {
  const [one, other] = [new Idempotency(redis(), log), new Idempotency(redis(), log)];
  const first = await one.begin(toUserId('ann'), 'k', 'POST /a {}');
  if (!('store' in first)) throw new Error('not the first');
  await first.store(200, '{"coins":1}');
  expect(await other.begin(toUserId('ann'), 'k', 'POST /a {}')).toEqual({
    stored: expect.objectContaining({ status: 200, body: '{"coins":1}' }),
  });
  await expect(other.begin(toUserId('ann'), 'k', 'POST /b {}')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect(await other.begin(toUserId('bob'), 'k', 'POST /b {}')).toHaveProperty('store');
});

test('a repeat waits for the first response while that request is under way', async () => {
  const [one, other] = [new Idempotency(redis(), log), new Idempotency(redis(), log)];
  const first = await one.begin(toUserId('ann'), 'slow', 'POST /a {}');
  if (!('store' in first)) throw new Error('not the first');
  const repeat = other.begin(toUserId('ann'), 'slow', 'POST /a {}');
  await expect(other.begin(toUserId('ann'), 'slow', 'POST /b {}')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  await first.store(200, '{"coins":1}');
  expect(await repeat).toEqual({ stored: { status: 200, body: '{"coins":1}' } });
});

test('a repeat is carried out itself when the first request fails meanwhile', async () => {
  const memory = new Idempotency(redis(), log);
  const first = await memory.begin(toUserId('ann'), 'failing', 'POST /a {}');
  if (!('store' in first)) throw new Error('not the first');
  // On the same connection, Redis handles the repeat before the failure.
  const repeat = memory.begin(toUserId('ann'), 'failing', 'POST /a {}');
  await first.store(503, '');
  expect(await repeat).toHaveProperty('store');
});

test('a repeat of a request that takes longer is to be sent again', async () => {
  const memory = new Idempotency(redis(), log);
  await memory.begin(toUserId('ann'), 'stuck', 'POST /a {}');
  await expect(memory.begin(toUserId('ann'), 'stuck', 'POST /a {}')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('a repeat is carried out itself when the gateway of the first request has crashed', async () => {
  const crashed = redis();
  await new Idempotency(crashed, log).begin(toUserId('ann'), 'crashed', 'POST /a {}');
  crashed.disconnect();
  const memory = new Idempotency(redis(), log);
  expect(await memory.begin(toUserId('ann'), 'crashed', 'POST /a {}')).toHaveProperty('store');
});

test('responses that may differ next time are not stored', async () => {
  const memory = new Idempotency(redis(), log);
  for (const status of [503, 429, 500]) {
    const turn = await memory.begin(toUserId('ann'), `k${status}`, 'r');
    if ('store' in turn) await turn.store(status, '');
    expect(await memory.begin(toUserId('ann'), `k${status}`, 'r')).toHaveProperty('store');
  }
});

test('responses are stored for minutes, up to a size, and at most 300 of one user', async () => {
  const memory = new Idempotency(redis(), log);
  const keep = async (userId: UserId, key: string, body: string) => {
    const turn = await memory.begin(userId, key, 'r');
    if ('store' in turn) await turn.store(200, body);
    return memory.begin(userId, key, 'r');
  };
  expect(await keep(toUserId('cid'), 'small', 'x'.repeat(32 * 1_024))).toHaveProperty('stored');
  expect(await keep(toUserId('cid'), 'large', 'x'.repeat(32 * 1_024 + 1))).toHaveProperty('store');
  for (let n = 0; n < 310; n += 1) await keep(toUserId('dan'), `k${n}`, '');
  const store = redis();
  const { keyPrefix = '' } = store.options;
  const keys = await store.keys(`${keyPrefix}idempotency:dan:*`);
  expect(keys).toHaveLength(300);
  for (const key of keys.slice(0, 10))
    expect(await store.ttl(key.slice(keyPrefix.length))).toBeLessThanOrEqual(300);
  expect(await keep(toUserId('eve'), 'k', '')).toHaveProperty('stored');
});
