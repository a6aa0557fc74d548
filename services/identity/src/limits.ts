import { AppError, type Sql } from '@fifteen/runtime';
import { networkOf } from './network.ts';

/** How often something may be done from one place. */
interface Limit {
  readonly name: string;
  readonly n: number;
  readonly seconds: number;
  /** How much of an IPv4 address counts. */
  readonly bits: 24 | 32;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Reliability 1.7 and 1.10. */
const LIMITS = {
  guest: [
    { name: 'guest:hour', n: 5, seconds: HOUR, bits: 24 },
    { name: 'guest:day', n: 20, seconds: DAY, bits: 24 },
  ],
  login: [{ name: 'login', n: 100, seconds: HOUR, bits: 32 }],
  mail: [{ name: 'mail', n: 40, seconds: HOUR, bits: 32 }],
  wrongCode: [{ name: 'code', n: 20, seconds: HOUR, bits: 32 }],
} as const satisfies Record<string, readonly Limit[]>;

/**
 * Limits per address of the network, counted in the database: they hold over all replicas and survive restarts. Each
 * act is counted and committed before it is done.
 */
export class Limits {
  readonly #db: Sql;
  readonly #scale: number;

  /** `scale` multiplies every limit; 1 in production. */
  constructor(db: Sql, scale: number) {
    this.#db = db;
    this.#scale = scale;
  }

  /** Counts an act from `ip`. Throws TOO_MANY_REQUESTS with `retryAfter` in seconds. */
  async take(kind: keyof typeof LIMITS, ip: string): Promise<void> {
    for (const limit of LIMITS[kind]) {
      const { rows } = await this.#db.query<{ n: number; wait: number }>(TAKE, [
        keyOf(limit, ip),
        limit.seconds,
      ]);
      const [count] = rows;
      if (count && count.n > limit.n * this.#scale) throw tooMany(count.wait);
    }
  }

  /** Takes an act back that does not count after all. */
  async giveBack(kind: keyof typeof LIMITS, ip: string): Promise<void> {
    const keys = LIMITS[kind].map((limit) => keyOf(limit, ip));
    await this.#db.query(`UPDATE request_count SET n = n - 1 WHERE key = ANY($1) AND n > 0`, [keys]);
  }
}

/** A refusal with the seconds after which it is worth to ask again. */
export const tooMany = (seconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests', { retryAfter: Math.max(1, Math.ceil(seconds)) });

const keyOf = (limit: Limit, ip: string): string => `${limit.name}:${networkOf(ip, limit.bits)}`;

const TAKE = `INSERT INTO request_count AS c (key, n, ends_at) VALUES ($1, 1, now() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE SET
    n = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.n + 1 END,
    ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
  RETURNING n, extract(epoch FROM ends_at - now())::float8 AS wait`;
