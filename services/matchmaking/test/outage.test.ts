import { createLog, Lifecycle, openRedis } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Queue } from '../src/queue.ts';

/** A Redis that goes away is no defect of ours: whoever searches is told to try again, and sweeps wait for it. */
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const AWAY = { code: 'SERVICE_UNAVAILABLE', details: { what: 'matchmaking' } };
const TIMES = { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 };
let servers: Awaited<ReturnType<typeof testServers<'redis'>>>;
let redis: ReturnType<typeof openRedis>;
let queue: Queue;
let lost: Queue;

beforeAll(async () => {
  servers = await testServers(['redis'], { own: true });
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  const nobody = openRedis({ url: 'redis://127.0.0.1:1', namespace: '' }, { log, lifecycle });
  [queue, lost] = [new Queue(redis, TIMES), new Queue(nobody, TIMES)];
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

/** All that can be asked of a queue, and how each ended. */
const everything = (of: Queue) =>
  Promise.allSettled([
    of.enqueue('ann', 0),
    of.cancel('ann'),
    of.keepAlive(['ann']),
    of.pair(0),
    of.commit('none'),
    of.requeue('none', []),
    of.reclaim(),
    of.expire(0),
    of.figures([0]),
  ]);
const REFUSED = { status: 'rejected', reason: AWAY };

test('while Redis is away everything asked of the queue is refused, and when it is back everything goes on', async () => {
  for (const asked of await everything(queue)) expect(asked).toMatchObject({ status: 'fulfilled' });
  await servers.redis.kill9();
  for (const asked of await everything(queue)) expect(asked).toMatchObject(REFUSED);
  await servers.redis.restart();
  await expect.poll(() => queue.enqueue('bob', 0).catch(() => 'away'), { timeout: 5_000 }).toBe('waiting');
});

test('a Redis that was never there refuses as well', async () => {
  for (const asked of await everything(lost)) expect(asked).toMatchObject(REFUSED);
});

test('what is wrong with a question stays a defect', async () => {
  const wrong = new Queue(redis, { ...TIMES, searchMs: 'long' as never });
  await expect(wrong.expire(0)).rejects.not.toMatchObject(AWAY);
});
