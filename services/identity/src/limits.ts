import { AppError, networkOf, type Sql } from '@fifteen/runtime';

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
  async takeAll(uses: readonly (readonly [keyof typeof LIMITS, string])[], db = this.#db): Promise<void> {
    const counts = uses.flatMap(([kind, subject]) =>
      LIMITS[kind].map((limit) => ({
        key: keyOf(limit, subject),
        seconds: limit.seconds,
        bound: limit.n * this.#scale,
      })),
    );
    for (const [i, { key, seconds, bound }] of counts.entries()) {
      const { rows } = await db.query<{ n: number }>(TAKE, [key, seconds]);
      if ((rows[0]?.n ?? 0) <= bound) continue;
      const counted = counts.slice(0, i).map((count) => count.key);
      await db.query(GIVE_BACK, [counted]);
      throw tooMany(await this.#wait(db, counts), this.#scale > 1 ? { setting: 'RATE_LIMIT_SCALE' } : {});
    }
  }

  /** Seconds until the last of the limits that are used up begins anew. */
  async #wait(db: Sql, counts: readonly { key: string; bound: number }[]): Promise<number> {
    const { rows } = await db.query<{ wait: number }>(
      `SELECT coalesce(max(extract(epoch FROM ends_at - now())), 0)::float8 AS wait
       FROM request_count JOIN unnest($1::text[], $2::float8[]) AS bound (key, n) USING (key)
       WHERE request_count.n >= bound.n`,
      [counts.map(({ key }) => key), counts.map(({ bound }) => bound)],
    );
    return rows[0]?.wait ?? 0;
  }

  /** Takes a use back that does not count after all. */
  async giveBack(kind: keyof typeof LIMITS, subject: string): Promise<void> {
    const keys = LIMITS[kind].map((limit) => keyOf(limit, subject));
    await this.#db.query(GIVE_BACK, [keys]);
  }
}

/** Returns the error of a limit, with the seconds after which the same call can succeed. */
export const tooMany = (seconds: number, details: { setting?: string } = {}): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
    ...details,
  });

const keyOf = ({ name, bits }: Limit, subject: string): string =>
  `${name}:${bits ? networkOf(subject, ...bits) : subject}`;

const GIVE_BACK = `UPDATE request_count SET n = n - 1 WHERE key = ANY($1) AND n > 0`;

const TAKE = `INSERT INTO request_count AS c (key, n, ends_at) VALUES ($1, 1, now() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE SET
    n = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.n + 1 END,
    ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
  RETURNING n`;
