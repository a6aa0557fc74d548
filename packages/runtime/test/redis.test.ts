import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let servers: Awaited<ReturnType<typeof testServers<'redis'>>>;
let redis: ReturnType<typeof openRedis>;

beforeAll(async () => {
  servers = await testServers(['redis'], { own: true });
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  await redis.set('name', 'ann');
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

/** Keeps this process from reading any response, as a busy machine or a limit of its processor time does. */
function stall(ms: number): void {
  const until = Date.now() + ms;
  while (Date.now() < until);
}

test('a process that stands still for two seconds gets the responses that arrived meanwhile', async () => {
  const connection = await redis.client('ID');
  const name = redis.get('name');
  stall(2_000);
  expect(await name).toBe('ann');
  expect(await redis.client('ID')).toBe(connection);
});

test('a Redis that does not respond rejects commands until it does', async () => {
  for (const each of servers.redis.processes) await each.pause();
  try {
    await expect(redis.get('name')).rejects.toThrow();
    const began = performance.now();
    await expect(redis.get('name')).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(400);
  } finally {
    for (const each of servers.redis.processes) await each.resume();
  }
  await expect.poll(() => redis.get('name').catch(() => 'away'), { timeout: 30_000 }).toBe('ann');
});

test('a Redis that stops responding to a hundred commands rejects them all', async () => {
  const commands = () => Promise.allSettled(Array.from({ length: 100 }, () => redis.get('name')));
  for (const each of servers.redis.processes) await each.pause();
  try {
    expect(new Set((await commands()).map(({ status }) => status))).toEqual(new Set(['rejected']));
  } finally {
    for (const each of servers.redis.processes) await each.resume();
  }
  await expect.poll(() => redis.get('name').catch(() => 'away'), { timeout: 30_000 }).toBe('ann');
});
