import { type Redis, ReplyError } from 'ioredis';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';
import { WatchedRedis } from './watched-redis.ts';

/** Errors of a Redis that cannot serve now: it starts, is a replica, is full or busy. */
const UNAVAILABLE = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|BUSY|NOREPLICAS)/;

/** Whether a command failed because Redis is unavailable. All other errors are defects. */
export const isRedisUnavailable = (error: unknown): boolean =>
  !(error instanceof ReplyError) || UNAVAILABLE.test((error as Error).message);

/** Time without a response after which Redis counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 500;

/**
 * Opens Redis. While it is unavailable, commands are rejected at once and never queued: callers go on without it. A Redis
 * that does not respond for 500 ms is unavailable, too: the connection is closed, and commands wait for none before a new
 * one has responded. Only the first connection is awaited, as long as for a response. Every key gets the namespace as its
 * prefix, in scripts through KEYS.
 */
export function openRedis(
  options: { url: string; namespace: string },
  context: { log: Log; lifecycle: Lifecycle },
): Redis {
  const redis = new WatchedRedis(
    options.url,
    {
      keyPrefix: options.namespace ? `${options.namespace}:` : '',
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2_000,
      disconnectTimeout: 100,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    },
    RESPONSE_TIMEOUT_MS,
  );
  const rejectWhileDisconnected = (): void => {
    redis.options.enableOfflineQueue = false;
  };
  redis.once('ready', rejectWhileDisconnected).once('close', rejectWhileDisconnected);
  redis.on('error', (error) => context.log.warn({ err: error }, 'redis connection failed'));
  observeDependency('redis', context, () => redis.status === 'ready');
  context.lifecycle.onStop('redis', async () => {
    redis.disconnect();
  });
  return redis;
}
