import { AppError, type openRedis } from '@fifteen/runtime';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { addressGroup } from './address.ts';

/** Requests in 10 s (reliability 1.11). */
const SECONDS = 10;
const PER_ADDRESS = 300;
const PER_SESSION = 100;

/**
 * How often a person may do what others pay for, whatever door they come by: so many within so many seconds. Not scaled:
 * it is one person, not one address.
 */
const ACTS = {
  /** Each is a row, a code and a push; nobody opens rooms faster by hand. */
  createRoom: { times: 5, seconds: 60 },
  /** Also a guess at a code: 40 bits do not fall to ten tries a minute. */
  joinRoom: { times: 10, seconds: 60 },
  /** Asks game and economy; a start that waits for consent is pressed again and again. */
  startGame: { times: 20, seconds: 60 },
  /** Pops up at somebody else's screen. */
  invite: { times: 20, seconds: 60 },
  askAgain: { times: 10, seconds: 60 },
  /** To invitations and to requests for another game. */
  answer: { times: 30, seconds: 60 },
  /** Asks social and economy; the ledger has bounds of its own by the hour. */
  gift: { times: 20, seconds: 60 },
  /** Each locks a wallet; a style is tried on and taken off again. */
  shop: { times: 30, seconds: 60 },
  /** Pops up at somebody else's screen; social has a bound of its own by the day. */
  befriend: { times: 20, seconds: 60 },
  /** Answers to requests, and whom one removes, blocks and unblocks. */
  relate: { times: 30, seconds: 60 },
  chat: { times: 20, seconds: 60 },
  /** Looks through all names; nobody is to list them. */
  search: { times: 30, seconds: 60 },
  /** Each reads all games of its user, or changes how they are shown everywhere. */
  honours: { times: 30, seconds: 60 },
  /** Bubbles over the other's board. */
  emoji: { times: 30, seconds: 60 },
  /** A picture is decoded and encoded. */
  profile: { times: 10, seconds: 60 },
} as const;
export type LimitedAct = keyof typeof ACTS;
/** Joins by code from one address in a minute: new guests are no way round the limit of one. */
const GUESSES = { times: 100, seconds: 60 };

type Limiter = Pick<RateLimiterRedis, 'consume'>;

/**
 * Requests per address and per session, counted in Redis over all gateways, and by each gateway alone while Redis is
 * away. Who is over the limit is refused from memory: a flood does not reach Redis.
 */
export class Limits {
  readonly #address: Limiter;
  readonly #session: Limiter;
  readonly #guesses: Limiter;
  readonly #acts: Readonly<Record<LimitedAct, Limiter>>;

  constructor(redis: ReturnType<typeof openRedis>, scale: number) {
    const limiter = (keyPrefix: string, points: number, duration = SECONDS): Limiter =>
      new RateLimiterRedis({
        storeClient: redis,
        useRedisPackage: false,
        keyPrefix,
        points,
        duration,
        inMemoryBlockOnConsumed: points + 1,
        inMemoryBlockDuration: 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      });
    this.#address = limiter('limit:address', PER_ADDRESS * scale);
    this.#session = limiter('limit:session', PER_SESSION);
    this.#guesses = limiter('limit:guesses', GUESSES.times * scale, GUESSES.seconds);
    const acts = Object.entries(ACTS).map(([act, { times, seconds }]) => [
      act,
      limiter(`limit:${act}`, times, seconds),
    ]);
    this.#acts = Object.fromEntries(acts) as Record<LimitedAct, Limiter>;
  }

  /** Errors: TOO_MANY_REQUESTS. */
  address(ip: string): Promise<void> {
    return spend(this.#address, addressGroup(ip));
  }

  /** One more of an act of a person. Errors: TOO_MANY_REQUESTS. */
  act(act: LimitedAct, userId: string): Promise<void> {
    return spend(this.#acts[act], userId);
  }

  /** One more code tried from an address. Errors: TOO_MANY_REQUESTS. */
  guess(ip: string): Promise<void> {
    return spend(this.#guesses, addressGroup(ip));
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
