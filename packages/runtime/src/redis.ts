import { Redis, ReplyError } from 'ioredis';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';

/** What a Redis answers that is there and cannot serve just now: it starts, follows another, is full or busy. */
const AWAY = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|BUSY|NOREPLICAS)/;

/** Whether a command failed because Redis is away: no answer of its own, or one that says so. All else is a defect. */
export const redisIsAway = (error: unknown): boolean =>
  !(error instanceof ReplyError) || AWAY.test((error as Error).message);

/** A Redis that answers nothing for so long is treated as unavailable until it answers again. */
const SILENT_MS = 500;

/**
 * Opens Redis. While it is unavailable, commands are rejected at once and never queued: every caller has a way to go on
 * without it. A Redis that hangs (its connections open, nothing answered for 500 ms) is unavailable, too: the
 * connection is dropped, and no command is sent before a new one has answered. Only the first connection is waited for,
 * for a second at most. Every key gets the namespace as its prefix, in scripts through KEYS.
 */
export function openRedis(
  options: { url: string; namespace: string },
  context: { log: Log; lifecycle: Lifecycle },
): Redis {
  const redis = new Redis(options.url, {
    keyPrefix: options.namespace ? `${options.namespace}:` : '',
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    socketTimeout: SILENT_MS,
    commandTimeout: 1_000,
    connectTimeout: 1_000,
    disconnectTimeout: 100,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  const refuseWhileAway = (): void => {
    redis.options.enableOfflineQueue = false;
  };
  redis.once('ready', refuseWhileAway).once('close', refuseWhileAway);
  redis.on('error', (error) => context.log.warn({ err: error }, 'redis connection failed'));
  observeDependency('redis', context, () => redis.status === 'ready');
  context.lifecycle.onStop('redis', async () => {
    redis.disconnect();
  });
  return redis;
}
