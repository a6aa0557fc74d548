import { AppError, type openRedis } from '@fifteen/runtime';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { addressGroup } from './address.ts';

/** Requests in 10 s (reliability 1.11). */
const SECONDS = 10;
const PER_ADDRESS = 300;
const PER_SESSION = 100;

type Limiter = Pick<RateLimiterRedis, 'consume'>;

/**
 * Requests per address and per session, counted in Redis over all gateways, and by each gateway alone while Redis is
 * away. Who is over the limit is refused from memory: a flood does not reach Redis.
 */
export class Limits {
  readonly #address: Limiter;
  readonly #session: Limiter;

  constructor(redis: ReturnType<typeof openRedis>, scale: number) {
    const limiter = (keyPrefix: string, points: number): Limiter =>
      new RateLimiterRedis({
        storeClient: redis,
        useRedisPackage: false,
        keyPrefix,
        points,
        duration: SECONDS,
        inMemoryBlockOnConsumed: points + 1,
        inMemoryBlockDuration: 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration: SECONDS }),
      });
    this.#address = limiter('limit:address', PER_ADDRESS * scale);
    this.#session = limiter('limit:session', PER_SESSION);
  }

  /** Errors: TOO_MANY_REQUESTS. */
  address(ip: string): Promise<void> {
    return spend(this.#address, addressGroup(ip));
  }

  /** Errors: TOO_MANY_REQUESTS. */
  session(sessionId: string): Promise<void> {
    return spend(this.#session, sessionId);
  }
}

async function spend(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', { retryAfter });
  }
}
