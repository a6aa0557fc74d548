import { isAppError, networkOf, settingDetails, type NetworkKind, type Sql } from '@fifteen/runtime';
import { tooManyRequests } from '../domain/errors.ts';

/** A limit of requests by one subject in a window. */
interface Limit {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** The network whose addresses are counted together. Without it the subject is a pseudonym, not an address. */
  readonly network?: NetworkKind;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** docs/spec/guarantees.md#guarantees-7 and docs/spec/guarantees.md#guarantees-10, docs/adr/0019 to 0021. */
const LIMITS = {
  guest: [
    { name: 'guest:hour', max: 5, seconds: HOUR, network: 'subnet' },
    { name: 'guest:day', max: 20, seconds: DAY, network: 'subnet' },
    { name: 'guest:area', max: 100, seconds: DAY, network: 'site' },
  ],
  guestOfDevice: [{ name: 'guest:device', max: 3, seconds: DAY }],
  guestsOfDevices: [
    { name: 'guest:devices:hour', max: 60, seconds: HOUR, network: 'site' },
    { name: 'guest:devices:day', max: 200, seconds: DAY, network: 'site' },
  ],
  register: [{ name: 'register:day', max: 40, seconds: DAY, network: 'site' }],
  rejectedRegistration: [{ name: 'register:rejected:day', max: 40, seconds: DAY, network: 'site' }],
  mailbox: [{ name: 'mailbox:day', max: 5, seconds: DAY }],
  login: [{ name: 'login', max: 100, seconds: HOUR, network: 'address' }],
  mail: [{ name: 'mail', max: 40, seconds: HOUR, network: 'address' }],
  wrongCode: [{ name: 'code', max: 20, seconds: HOUR, network: 'address' }],
} as const satisfies Record<string, readonly Limit[]>;

type LimitKind = keyof typeof LIMITS;

/** A counted request: the kind of its limits, and its subject, which is an IP address or a pseudonym. */
export type Count = readonly [kind: LimitKind, subject: string];

/** Kinds that count accounts and guests which are created. */
const NEW_ACCOUNTS = new Set<LimitKind>(['register', 'guest', 'guestOfDevice', 'guestsOfDevices']);

/** The counter of one limit for one subject. */
interface Counter {
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

/**
 * Limits per network, device or mailbox. The counters are in the database, so they hold across replicas and restarts. A
 * request is counted and committed before it is served (docs/adr/0058).
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
  async consumeAll(kinds: readonly Count[], db = this.#db): Promise<void> {
    const counters = kinds.flatMap(([kind, subject]) => this.#countersOf(kind, subject));
    const counted = await count(db, counters);
    if (counted.length === counters.length) return;
    // Another request has just taken the last place of one of them.
    if (counted.length > 0) await uncount(db, counted);
    const wait = await waitOf(db, counters);
    throw tooManyRequests(wait, settingDetails('RATE_LIMIT_SCALE', this.#scale));
  }

  /** Takes back the count of a request that should not count. */
  async refund(kind: LimitKind, subject: string): Promise<void> {
    await this.refundAll([[kind, subject]]);
  }

  /** Takes back the counts of a request under several kinds. */
  async refundAll(kinds: readonly Count[]): Promise<void> {
    const counters = kinds.flatMap(([kind, subject]) => this.#countersOf(kind, subject));
    if (counters.length > 0)
      await uncount(
        this.#db,
        counters.map(({ key }) => key),
      );
  }

  /**
   * Serves a counted request and takes back the counts that its outcome does not keep:
   *
   * | outcome             | kept counts                                     |
   * | ------------------- | ----------------------------------------------- |
   * | a result            | all but `rejectedRegistration`                  |
   * | USERNAME_TAKEN      | `mail`                                          |
   * | EMAIL_TAKEN         | `rejectedRegistration`                          |
   * | SERVICE_UNAVAILABLE | none, because the request is repeated           |
   * | another error       | all but those of new accounts: none was created |
   */
  async settle<T>(counts: readonly Count[], serve: () => Promise<T>): Promise<T> {
    let outcome = 'RESULT';
    try {
      return await serve();
    } catch (error) {
      outcome = isAppError(error) ? error.code : 'ERROR';
      throw error;
    } finally {
      await this.refundAll(counts.filter(([kind]) => !isKept(kind, outcome)));
    }
  }

  #countersOf(kind: LimitKind, subject: string): Counter[] {
    return LIMITS[kind].map(({ name, max, seconds, network }: Limit) => ({
      key: `${name}:${network ? networkOf(subject, network) : subject}`,
      max: Math.floor(max * this.#scale),
      seconds,
    }));
  }
}

/** Returns whether a request with this outcome keeps its count, as `settle` describes. */
function isKept(kind: LimitKind, outcome: string): boolean {
  if (outcome === 'SERVICE_UNAVAILABLE') return false;
  if (kind === 'rejectedRegistration') return outcome !== 'RESULT' && outcome !== 'USERNAME_TAKEN';
  if (kind === 'mail') return outcome !== 'EMAIL_TAKEN';
  return outcome === 'RESULT' || !NEW_ACCOUNTS.has(kind);
}

/** Milliseconds since the epoch, as in `request_count.expire`, by the clock that all replicas share. */
const NOW = `(extract(epoch FROM now()) * 1000)::bigint`;

/**
 * Counts in one statement, which writes nothing while a counter is exhausted. Returns the keys of the counted ones: fewer
 * than all when requests that arrive at once compete for the last place. Counters are locked in the order of their keys.
 */
async function count(db: Sql, counters: readonly Counter[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `WITH requested AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[]) AS requested (key, max, seconds))
     INSERT INTO request_count AS counter (key, points, expire)
     SELECT key, 1, ${NOW} + seconds * 1000::bigint FROM requested
     WHERE NOT EXISTS (SELECT FROM requested JOIN request_count AS one USING (key)
       WHERE one.points >= requested.max AND one.expire > ${NOW})
     ORDER BY key
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN counter.expire > ${NOW} THEN counter.points + 1 ELSE 1 END,
       expire = CASE WHEN counter.expire > ${NOW} THEN counter.expire ELSE excluded.expire END
     WHERE counter.expire <= ${NOW} OR counter.points < (SELECT max FROM requested WHERE requested.key = excluded.key)
     RETURNING key`,
    [counters.map(({ key }) => key), counters.map(({ max }) => max), counters.map(({ seconds }) => seconds)],
  );
  return rows.map(({ key }) => key);
}

/** Takes back a count, with the locks in the order of `count`. */
async function uncount(db: Sql, keys: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE request_count SET points = points - 1 WHERE key IN
       (SELECT key FROM request_count WHERE key = ANY($1) AND points > 0 AND expire > ${NOW} ORDER BY key FOR UPDATE)`,
    [keys],
  );
}

/** Returns the seconds until the last of the exhausted limits begins a new window. */
async function waitOf(db: Sql, counters: readonly Counter[]): Promise<number> {
  const { rows } = await db.query<{ wait: number }>(
    `SELECT greatest(coalesce(max(expire) - ${NOW}, 0), 0)::float8 / 1000 AS wait
     FROM request_count JOIN unnest($1::text[], $2::bigint[]) AS requested (key, max) USING (key)
     WHERE points >= requested.max`,
    [counters.map(({ key }) => key), counters.map(({ max }) => max)],
  );
  return rows[0]?.wait ?? 0;
}
