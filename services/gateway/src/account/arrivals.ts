import { unavailable } from '@fifteen/runtime';

/**
 * Guests and logins under way in a gateway: about two seconds of work of two cores. Beyond them, a storm of arrivals is
 * rejected at once, so that those who are admitted do not wait, and those who play do not notice.
 */
const ARRIVALS_AT_ONCE = 64;

/** Bounds the number of players who arrive at the same time. */
export class Arrivals {
  readonly #most: number;
  #underWay = 0;

  constructor(most = ARRIVALS_AT_ONCE) {
    this.#most = most;
  }

  /**
   * Runs the work of one arrival.
   * @throws SERVICE_UNAVAILABLE when too many are under way
   */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#most) throw unavailable('gateway');
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}
