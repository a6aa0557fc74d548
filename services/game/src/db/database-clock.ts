import type { Sql } from '@fifteen/runtime';
import type { DecisionTime } from '../domain/decisions.ts';
import type { Timings } from '../domain/timings.ts';

/** Maximum drift between two clocks: a wall clock is slewed by at most 500 millionths. */
const DRIFT = 0.000_5;
/** The database returns its time in whole milliseconds. */
const STEP_MS = 1;
/** Queries of the first synchronisation: the first of them has to connect and takes longer. */
const FIRST_QUERIES = 3;

/**
 * Estimates the clock of the database, the only clock of all instants: no host's wall clock can move a deadline or a
 * week. Between two queries the monotonic clock of the process continues it, so that no statement waits for another that
 * only reads the time. The database read its clock between the request and the response. The bounds of all queries
 * together are narrower than those of the last one, which may have waited: two replicas agree within their fastest
 * responses.
 */
export class DatabaseClock {
  /** Bounds of the offset between both clocks, as of the last query. */
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #updatedAt = 0;

  /** Updates the bounds with the time of the database and the monotonic instants of request and response. */
  addSample(databaseNow: Date, requestedAt: number, respondedAt = performance.now()): void {
    const drift = Math.max(0, respondedAt - this.#updatedAt) * DRIFT;
    const low = databaseNow.getTime() - respondedAt;
    const high = databaseNow.getTime() + STEP_MS - requestedAt;
    this.#low = Math.max(low, this.#low - drift);
    this.#high = Math.min(high, this.#high + drift);
    // The clock of the database was set, or the database moved to another host.
    if (this.#low > this.#high) [this.#low, this.#high] = [low, high];
    this.#updatedAt = respondedAt;
  }

  /** @param at instant of the monotonic clock */
  now(at = performance.now()): Date {
    return new Date(Math.round(at + (this.#low + this.#high) / 2));
  }

  /** Queries the clock of the database some times, each of which narrows its bounds. */
  async sync(sql: Sql): Promise<void> {
    for (let index = 0; index < FIRST_QUERIES; index += 1) {
      const requestedAt = performance.now();
      const { rows } = await sql.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
      if (rows[0]) this.addSample(rows[0].now, requestedAt);
    }
  }
}

/** Returns the instant and the settings of a decision made now. */
export const readDecisionTime = ({
  clock,
  timings,
}: {
  clock: DatabaseClock;
  timings: Timings;
}): DecisionTime => ({
  at: clock.now(),
  timings,
  random: Math.random,
});
