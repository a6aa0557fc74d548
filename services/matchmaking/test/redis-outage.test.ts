import { toUserId } from '@fifteen/domain';
import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Queue } from '../src/queue/queue.ts';

/** An outage of Redis is no defect: a search fails with SERVICE_UNAVAILABLE, and jobs wait. */
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', details: { upstream: 'matchmaking' } };
const TIMES = { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 };
let servers: Awaited<ReturnType<typeof testServers<'redis'>>>;
let redis: ReturnType<typeof openRedis>;
let queue: Queue;
let lost: Queue;

beforeAll(async () => {
  servers = await testServers(['redis'], { own: true });
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  const missing = openRedis({ url: 'redis://127.0.0.1:1', namespace: '' }, { log, lifecycle });
  [queue, lost] = [new Queue(redis, TIMES), new Queue(missing, TIMES)];
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

/** Calls every method of a queue. */
const everything = (of: Queue) =>
  Promise.allSettled([
    of.enqueue(toUserId('ann'), 0),
    of.cancel(toUserId('ann')),
    of.keepAlive([toUserId('ann')]),
    of.pair(0),
    of.commit('none'),
    of.requeue('none', []),
    of.reclaim(),
    of.expire(0),
    of.depths([0]),
  ]);
/** The cause is for the log: which of many reasons it was. */
const FAILED = { status: 'rejected', reason: { ...UNAVAILABLE, cause: expect.any(Error) as Error } };

test('during an outage of Redis every method throws SERVICE_UNAVAILABLE, and after it all succeed', async () => {
  for (const result of await everything(queue)) expect(result).toMatchObject({ status: 'fulfilled' });
  await servers.redis.kill();
  for (const result of await everything(queue)) expect(result).toMatchObject(FAILED);
  await servers.redis.restart();
  await expect
    .poll(() => queue.enqueue(toUserId('bob'), 0).catch(() => 'away'), { timeout: 30_000 })
    .toBe('waiting');
});

test('a Redis that never existed counts as unavailable, too', async () => {
  for (const result of await everything(lost)) expect(result).toMatchObject(FAILED);
});

test('an invalid command stays a defect', async () => {
  const wrong = new Queue(redis, { ...TIMES, searchMs: 'long' as never });
  await expect(wrong.expire(0)).rejects.not.toMatchObject(UNAVAILABLE);
});
