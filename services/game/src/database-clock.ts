import type { Sql } from '@fifteen/runtime';

/** How far two clocks may drift apart: a wall clock is slewed by at most 500 millionths. */
const DRIFT = 0.000_5;
/** The database's time comes as whole milliseconds. */
const STEP_MS = 1;
/** First looks: the first of them has to connect, and takes long. */
const FIRST_LOOKS = 3;

/**
 * The database's clock, which alone says when things happened: no host's wall clock can move a deadline or a week.
 * Between two looks at it the process's monotonic clock carries on, so that no statement must wait for another one that
 * only asks the time. The database looked at its clock somewhere between the question and the answer: what all looks
 * together allow is known better than by the last, which may have waited long, so two replicas agree within the fastest
 * answers they had.
 */
export class DatabaseClock {
  /** Between these the offset is, as seen at the last look. */
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #looked = 0;

  /** Takes what the database said, when it was asked, and when it answered, by the monotonic clock. */
  set(databaseNow: Date, asked: number, answered = performance.now()): void {
    const drift = Math.max(0, answered - this.#looked) * DRIFT;
    const low = databaseNow.getTime() - answered;
    const high = databaseNow.getTime() + STEP_MS - asked;
    this.#low = Math.max(low, this.#low - drift);
    this.#high = Math.min(high, this.#high + drift);
    // The database's clock was set, or another host is the database now.
    if (this.#low > this.#high) [this.#low, this.#high] = [low, high];
    this.#looked = answered;
  }

  /** `at` is of the monotonic clock. */
  now(at = performance.now()): Date {
    return new Date(Math.round(at + (this.#low + this.#high) / 2));
  }

  /** Looks at the database's clock until it is known well. */
  async sync(sql: Sql): Promise<void> {
    for (let look = 0; look < FIRST_LOOKS; look += 1) {
      const asked = performance.now();
      const { rows } = await sql.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
      if (rows[0]) this.set(rows[0].now, asked);
    }
  }
}
