import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { UserId } from '@fifteen/domain';
import { AppError, pause, type Log, unavailable } from '@fifteen/runtime';
import { isRedisUnavailable, type openRedis } from '@fifteen/runtime/redis';
import { LRUCache } from 'lru-cache';
import { Outages } from '../clients/outages.ts';

type Redis = ReturnType<typeof openRedis>;

/**
 * Seconds that a response is kept for repeats. Clients repeat within seconds, and the economy keeps the keys of all
 * transfers for good.
 */
const STORED_SECONDS = 5 * 60;
/**
 * Seconds after which the key of a request is free again when its gateway has crashed: fewer than a repeat waits. Until
 * its response, the gateway renews the key every second, for 15 s at most.
 */
const PENDING_SECONDS = 3;
const RENEW_EVERY_MS = 1_000;
const MAX_RENEWALS = 15;
/** Milliseconds for which a repeat waits for the first response, and between its lookups. */
const WAIT_MS = 5_000;
const WAIT_INTERVAL_MS = 100;
/** Characters of a stored response, and stored responses of one user at one replica within STORED_SECONDS. */
const MAX_STORED_CHARACTERS = 32 * 1_024;
const MAX_STORED_PER_USER = 300;
const MAX_USERS = 50_000;

/** The first response to a request. */
interface StoredResponse {
  request: string;
  status: number;
  body: string;
}

/** A request with a key: either the first, which stores its response, or a repeat, which gets the stored one. */
export type IdempotencyResult =
  | { store: (status: number, body: string) => Promise<void> }
  | { stored: Pick<StoredResponse, 'status' | 'body'> };

/**
 * Handles the header `Idempotency-Key`: a repeat gets the first response. Keys are per user. Without Redis, requests
 * pass unchecked, because every command of the services has a key of its own.
 */
export class Idempotency {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #outages = new Outages();
  /** Number of a user's recently stored responses. */
  readonly #counts = new LRUCache<string, { stored: number }>({
    max: MAX_USERS,
    ttl: STORED_SECONDS * 1_000,
  });

  constructor(redis: Redis, log: Log) {
    this.#redis = redis;
    this.#log = log;
  }

  /**
   * Begins a request. A repeat waits while the first request is under way, and takes its place if that fails.
   * @throws IDEMPOTENCY_KEY_REUSED (for another request), SERVICE_UNAVAILABLE (the first takes too long)
   */
  async begin(userId: UserId, key: string, request: string): Promise<IdempotencyResult> {
    const count = this.#counts.get(userId) ?? { stored: 0 };
    this.#counts.set(userId, count, { noUpdateTTL: true });
    if (count.stored >= MAX_STORED_PER_USER) return { store: () => Promise.resolve() };
    const name = `idempotency:${userId}:${digest(key)}`;
    const requested = digest(request);
    const pending = JSON.stringify({ request: requested, status: 0, body: '' } satisfies StoredResponse);
    for (const giveUpAt = Date.now() + WAIT_MS; ; await pause(WAIT_INTERVAL_MS)) {
      let before: string | null;
      try {
        before = await this.#redis.set(name, pending, 'EX', PENDING_SECONDS, 'NX', 'GET');
      } catch (error) {
        this.#failed(error);
        return { store: () => Promise.resolve() };
      }
      if (before === null) {
        count.stored += 1;
        const stopRenewing = this.#renew(name);
        return {
          store: (status, body) => {
            stopRenewing();
            return this.#end(name, { request: requested, status, body });
          },
        };
      }
      const { request: first, status, body } = JSON.parse(before) as StoredResponse;
      if (first !== requested) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (status !== 0) return { stored: { status, body } };
      if (Date.now() >= giveUpAt) throw unavailable('gateway');
    }
  }

  /** Renews the key of an unfinished request. Returns the function that stops it. */
  #renew(name: string): () => void {
    let left = MAX_RENEWALS;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      // Never shortens the time of a response that was stored in the meantime.
      void this.#redis.expire(name, PENDING_SECONDS, 'GT').catch((error: unknown) => this.#failed(error));
    }, RENEW_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /** Stores a final response; frees the key after one that a retry may change. */
  async #end(name: string, response: StoredResponse): Promise<void> {
    const isTransient = response.status >= 500 || response.status === 429;
    const isDiscarded = isTransient || response.body.length > MAX_STORED_CHARACTERS;
    const done = isDiscarded
      ? this.#redis.del(name)
      : this.#redis.set(name, JSON.stringify(response), 'EX', STORED_SECONDS);
    await done.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    const failure = isRedisUnavailable(error) ? unavailable('redis', error) : error;
    this.#outages.log(this.#log, failure, 'idempotency request failed');
  }
}

/** Returns the key of a request; empty for none. */
export function idempotencyKey(headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : '';
}

/** Returns what identifies a request in the repeats of its calls: its key, or a random one. */
export const requestKey = (headers: IncomingHttpHeaders): string => idempotencyKey(headers) || randomUUID();

/** Returns the SHA-256 of a text in 43 letters, digits, `-` and `_`. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
