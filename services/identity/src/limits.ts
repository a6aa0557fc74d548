import { AppError, networkOf, type Sql } from '@fifteen/runtime';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may be done by one subject. */
interface Limit {
  readonly name: string;
  readonly n: number;
  readonly seconds: number;
  /** Bits of an IPv4 and an IPv6 address that count. Without them the subject is a pseudonym and counts whole. */
  readonly bits?: readonly [v4: 24 | 32, v6: 48 | 64];
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Reliability 1.7 and 1.10, docs/adr/0019 and 0020. */
const LIMITS = {
  guest: [
    { name: 'guest:hour', n: 5, seconds: HOUR, bits: [24, 64] },
    { name: 'guest:day', n: 20, seconds: DAY, bits: [24, 64] },
    { name: 'guest:area', n: 100, seconds: DAY, bits: [24, 48] },
  ],
  guestOfDevice: [{ name: 'guest:device', n: 3, seconds: DAY }],
  guestsOfDevices: [
    { name: 'guest:devices:hour', n: 60, seconds: HOUR, bits: [24, 48] },
    { name: 'guest:devices:day', n: 200, seconds: DAY, bits: [24, 48] },
  ],
  register: [{ name: 'register:day', n: 40, seconds: DAY, bits: [24, 48] }],
  mailbox: [{ name: 'mailbox:day', n: 5, seconds: DAY }],
  login: [{ name: 'login', n: 100, seconds: HOUR, bits: [32, 64] }],
  mail: [{ name: 'mail', n: 40, seconds: HOUR, bits: [32, 64] }],
  wrongCode: [{ name: 'code', n: 20, seconds: HOUR, bits: [32, 64] }],
} as const satisfies Record<string, readonly Limit[]>;

/** A use of one limit by one subject. */
interface Use {
  readonly limiter: RateLimiterPostgres;
  readonly key: string;
}

/**
 * Limits per network, device or mailbox, counted in the database: they hold over all replicas and survive restarts. Each
 * use is counted and committed before the work is done.
 */
export class Limits {
  readonly #db: Sql;
  readonly #scale: number;

  /** `scale` multiplies every limit; 1 in production. */
  constructor(db: Sql, scale: number) {
    this.#db = db;
    this.#scale = scale;
  }

  /**
   * Counts a use by a subject: an IP address, or a pseudonym. Throws TOO_MANY_REQUESTS; after `retryAfter` seconds no
   * limit of this kind is in the way. `db`: a transaction that the count belongs to.
   */
  async take(kind: keyof typeof LIMITS, subject: string, db = this.#db): Promise<void> {
    await this.takeAll([[kind, subject]], db);
  }

  /** Counts a use under several kinds, or under none of them. Throws TOO_MANY_REQUESTS as `take` does, for all of them. */
  async takeAll(kinds: readonly (readonly [keyof typeof LIMITS, string])[], db = this.#db): Promise<void> {
    const uses = kinds.flatMap(([kind, subject]) => this.#usesOf(kind, subject, db));
    for (const [i, { limiter, key }] of uses.entries()) {
      if (await limiter.consume(key).then(() => true, isRefusal)) continue;
      await giveBack(uses.slice(0, i));
      throw tooMany(await waitOf(uses), this.#scale > 1 ? { setting: 'RATE_LIMIT_SCALE' } : {});
    }
  }

  /** Takes a use back that does not count after all. */
  async giveBack(kind: keyof typeof LIMITS, subject: string): Promise<void> {
    await giveBack(this.#usesOf(kind, subject, this.#db));
  }

  #usesOf(kind: keyof typeof LIMITS, subject: string, db: Sql): Use[] {
    return LIMITS[kind].map(({ name, n, seconds, bits }: Limit) => ({
      limiter: new RateLimiterPostgres({
        ...{ storeClient: db, storeType: 'client', tableName: 'request_count', tableCreated: true },
        // `sweeps.ts` does that.
        clearExpiredByTimeout: false,
        ...{ keyPrefix: name, points: n * this.#scale, duration: seconds },
      }),
      key: bits ? networkOf(subject, ...bits) : subject,
    }));
  }
}

/** Returns false for the refusal of a limiter. Throws the database's errors. */
function isRefusal(reason: unknown): false {
  if (reason instanceof RateLimiterRes) return false;
  throw reason;
}

/** One after the other, as the statements of a transaction have to be. */
async function giveBack(uses: readonly Use[]): Promise<void> {
  for (const { limiter, key } of uses) await limiter.reward(key);
}

/** Seconds until the last of the limits that are used up begins anew. */
async function waitOf(uses: readonly Use[]): Promise<number> {
  let wait = 0;
  for (const { limiter, key } of uses) {
    const count = await limiter.get(key);
    if (count && count.consumedPoints >= limiter.points) wait = Math.max(wait, count.msBeforeNext / 1_000);
  }
  return wait;
}

/** Returns the error of a limit, with the seconds after which the same call can succeed. */
export const tooMany = (seconds: number, details: { setting?: string } = {}): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
    ...details,
  });
