import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { UserId } from '@fifteen/domain';
import { AppError, type Log, type openRedis } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';

type Redis = ReturnType<typeof openRedis>;

/**
 * Seconds that a response is kept for repeats, and seconds after which the key of an unfinished request is free again.
 * Clients repeat within seconds, and the economy keeps the keys of all transfers for good.
 */
const KEPT_S = 5 * 60;
const UNDER_WAY_S = 15;
/** Characters of a stored response, and stored responses of one user at one replica within KEPT_S. */
const KEPT_CHARACTERS = 32 * 1_024;
const KEPT_PER_USER = 300;
const USERS = 50_000;

/** The first response to a request. */
interface StoredResponse {
  request: string;
  status: number;
  body: string;
}

/** A request with a key: either the first, which stores its response, or a repeat, which gets the stored one. */
export type IdempotencyResult =
  | { first: (status: number, body: string) => Promise<void> }
  | { answer: Pick<StoredResponse, 'status' | 'body'> };

/**
 * Handles the header `Idempotency-Key`: a repeat gets the first response. Keys are per user. Without Redis, requests
 * pass unchecked, because every command of the services has a key of its own.
 */
export class Idempotency {
  readonly #redis: Redis;
  readonly #log: Log;
  /** Number of a user's recently stored responses. */
  readonly #kept = new LRUCache<string, { answers: number }>({ max: USERS, ttl: KEPT_S * 1_000 });

  constructor(redis: Redis, log: Log) {
    this.#redis = redis;
    this.#log = log;
  }

  /** @throws IDEMPOTENCY_KEY_REUSED (for another request), REQUEST_IN_PROGRESS (the first is still under way) */
  async begin(userId: UserId, key: string, request: string): Promise<IdempotencyResult> {
    const kept = this.#kept.get(userId) ?? { answers: 0 };
    this.#kept.set(userId, kept, { noUpdateTTL: true });
    if (kept.answers >= KEPT_PER_USER) return { first: () => Promise.resolve() };
    const name = `idempotency:${userId}:${digest(key)}`;
    const asked = digest(request);
    const pending = JSON.stringify({ request: asked, status: 0, body: '' } satisfies StoredResponse);
    let before: string | null;
    try {
      before = await this.#redis.set(name, pending, 'EX', UNDER_WAY_S, 'NX', 'GET');
    } catch (error) {
      this.#log.warn({ err: error }, 'looking up an idempotency key failed');
      return { first: () => Promise.resolve() };
    }
    if (before === null) {
      kept.answers += 1;
      return { first: (status, body) => this.#end(name, { request: asked, status, body }) };
    }
    const { request: first, status, body } = JSON.parse(before) as StoredResponse;
    if (first !== asked) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    if (status === 0) throw new AppError('REQUEST_IN_PROGRESS');
    return { answer: { status, body } };
  }

  /** Stores a final response; frees the key after one that a retry may change. */
  async #end(name: string, kept: StoredResponse): Promise<void> {
    const passing = kept.status >= 500 || kept.status === 429;
    const dropped = passing || kept.body.length > KEPT_CHARACTERS;
    const done = dropped ? this.#redis.del(name) : this.#redis.set(name, JSON.stringify(kept), 'EX', KEPT_S);
    await done.catch((error: unknown) => this.#log.warn({ err: error }, 'storing a response failed'));
  }
}

/** Returns the key of a request; empty for none. */
export function idempotencyKey(headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : '';
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
