import { Redis, ReplyError } from 'ioredis';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';

/** What a Redis answers that is there and cannot serve just now: it starts, follows another, is full or busy. */
const AWAY = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|BUSY|NOREPLICAS)/;

/** Whether a command failed because Redis is away: no answer of its own, or one that says so. All else is a defect. */
export const redisIsAway = (error: unknown): boolean =>
  !(error instanceof ReplyError) || AWAY.test((error as Error).message);

/**
 * Opens Redis. Commands fail within a second instead of queueing while it is away: whoever calls has a plan without it.
 * Every key gets the namespace as its prefix, in scripts through KEYS.
 */
export function openRedis(
  options: { url: string; namespace: string },
  context: { log: Log; lifecycle: Lifecycle },
): Redis {
  const redis = new Redis(options.url, {
    keyPrefix: options.namespace ? `${options.namespace}:` : '',
    maxRetriesPerRequest: 1,
    commandTimeout: 1_000,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on('error', (error) => context.log.warn({ err: error }, 'redis'));
  observeDependency('redis', context, () => redis.status === 'ready');
  context.lifecycle.onStop('redis', async () => {
    redis.disconnect();
  });
  return redis;
}
