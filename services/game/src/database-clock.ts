import type { Sql } from '@fifteen/runtime';

/**
 * The database's clock, which alone says when things happened: no host's wall clock can move a deadline or a week.
 * Between two looks at it the process's monotonic clock carries on, so that no statement must wait for another one that
 * only asks the time.
 */
export class DatabaseClock {
  #offset = 0;

  /** Milliseconds of the epoch, to be called with what the database said and when it was asked. */
  set(databaseNow: Date, asked: number): void {
    // It looked at its clock somewhere between the question and the answer.
    this.#offset = databaseNow.getTime() - (asked + performance.now()) / 2;
  }

  now(): Date {
    return new Date(Math.round(performance.now() + this.#offset));
  }

  /** Looks at the database's clock. */
  async sync(sql: Sql): Promise<void> {
    const asked = performance.now();
    const { rows } = await sql.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
    if (rows[0]) this.set(rows[0].now, asked);
  }
}
