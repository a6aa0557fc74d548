import { networkOf, type Sql } from '@fifteen/runtime';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../domain/errors.ts';

/** A limit of requests by one subject in a window. */
interface Limit {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** Prefix lengths that make an address a network. Without them the subject is a pseudonym, not an address. */
  readonly bits?: readonly [v4: 24 | 32, v6: 48 | 64];
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** docs/spec/guarantees.md#guarantees-7 and docs/spec/guarantees.md#guarantees-10, docs/adr/0019 and 0020. */
const LIMITS = {
  guest: [
    { name: 'guest:hour', max: 5, seconds: HOUR, bits: [24, 64] },
    { name: 'guest:day', max: 20, seconds: DAY, bits: [24, 64] },
    { name: 'guest:area', max: 100, seconds: DAY, bits: [24, 48] },
  ],
  guestOfDevice: [{ name: 'guest:device', max: 3, seconds: DAY }],
  guestsOfDevices: [
    { name: 'guest:devices:hour', max: 60, seconds: HOUR, bits: [24, 48] },
    { name: 'guest:devices:day', max: 200, seconds: DAY, bits: [24, 48] },
  ],
  register: [{ name: 'register:day', max: 40, seconds: DAY, bits: [24, 48] }],
  mailbox: [{ name: 'mailbox:day', max: 5, seconds: DAY }],
  login: [{ name: 'login', max: 100, seconds: HOUR, bits: [32, 64] }],
  mail: [{ name: 'mail', max: 40, seconds: HOUR, bits: [32, 64] }],
  wrongCode: [{ name: 'code', max: 20, seconds: HOUR, bits: [32, 64] }],
} as const satisfies Record<string, readonly Limit[]>;

type LimitKind = keyof typeof LIMITS;

/** The counter of one limit for one subject. */
interface Counter {
  readonly limiter: RateLimiterPostgres;
  readonly key: string;
}

/**
 * Limits per network, device or mailbox. The counters are in the database, so they hold across replicas and restarts. A
 * request is counted and committed before it is served.
 */
export class RateLimits {
  readonly #db: Sql;
  readonly #scale: number;

  /** `scale` multiplies every limit; 1 in production. */
  constructor(db: Sql, scale: number) {
    this.#db = db;
    this.#scale = scale;
  }

  /**
   * Counts a request of a subject: an IP address or a pseudonym.
   * @param db a transaction to count in
   * @throws TOO_MANY_REQUESTS, with `retryAfter` seconds until no limit of this kind rejects the request
   */
  async consume(kind: LimitKind, subject: string, db = this.#db): Promise<void> {
    await this.consumeAll([[kind, subject]], db);
  }

  /**
   * Counts a request under several kinds, or under none when one rejects it.
   * @throws TOO_MANY_REQUESTS as `consume` does
   */
  async consumeAll(kinds: readonly (readonly [LimitKind, string])[], db = this.#db): Promise<void> {
    const counters = kinds.flatMap(([kind, subject]) => this.#countersOf(kind, subject, db));
    for (const [i, { limiter, key }] of counters.entries()) {
      if (await limiter.consume(key).then(() => true, isLimitReached)) continue;
      await refundAll(counters.slice(0, i));
      throw tooManyRequests(await waitOf(counters), this.#scale > 1 ? { setting: 'RATE_LIMIT_SCALE' } : {});
    }
  }

  /** Takes back the count of a request that should not count. */
  async refund(kind: LimitKind, subject: string): Promise<void> {
    await refundAll(this.#countersOf(kind, subject, this.#db));
  }

  #countersOf(kind: LimitKind, subject: string, db: Sql): Counter[] {
    return LIMITS[kind].map(({ name, max, seconds, bits }: Limit) => ({
      limiter: new RateLimiterPostgres({
        ...{ storeClient: db, storeType: 'client', tableName: 'request_count', tableCreated: true },
        // The cleanup job deletes them.
        clearExpiredByTimeout: false,
        ...{ keyPrefix: name, points: max * this.#scale, duration: seconds },
      }),
      key: bits ? networkOf(subject, ...bits) : subject,
    }));
  }
}

/** Returns false when a limiter has rejected a request. Throws the database's errors. */
function isLimitReached(reason: unknown): false {
  if (reason instanceof RateLimiterRes) return false;
  throw reason;
}

/** Refunds in sequence, because the statements of a transaction cannot run in parallel. */
async function refundAll(counters: readonly Counter[]): Promise<void> {
  for (const { limiter, key } of counters) await limiter.reward(key);
}

/** Returns the seconds until the last of the exhausted limits begins a new window. */
async function waitOf(counters: readonly Counter[]): Promise<number> {
  let wait = 0;
  for (const { limiter, key } of counters) {
    const count = await limiter.get(key);
    if (count && count.consumedPoints >= limiter.points) wait = Math.max(wait, count.msBeforeNext / 1_000);
  }
  return wait;
}
