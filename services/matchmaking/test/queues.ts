import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Queue, type QueueTimes } from '../src/queue/queue.ts';

const LONG: QueueTimes = { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 };

interface Queues {
  redis: ReturnType<typeof openRedis>;
  /** Two replicas of the service share one queue. */
  queues: (times?: Partial<QueueTimes>) => [Queue, Queue];
}

/** Opens an empty queue for each test of a file. */
export function openQueues(): Queues {
  const log = createLog('test', 'silent');
  const lifecycle = new Lifecycle(log);
  const opened = {} as Queues;
  let servers: Awaited<ReturnType<typeof testServers<'redis'>>>;
  beforeAll(async () => {
    // Its own: each test empties it.
    servers = await testServers(['redis'], { own: true });
    opened.redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  });
  beforeEach(() => opened.redis.flushdb());
  afterAll(async () => {
    await lifecycle.stop();
    await servers.stopAll();
  });
  opened.queues = (times = {}) => {
    const all = { ...LONG, ...times };
    return [new Queue(opened.redis, all), new Queue(opened.redis, all)];
  };
  return opened;
}
