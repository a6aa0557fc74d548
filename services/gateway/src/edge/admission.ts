import { unavailable } from '@fifteen/runtime';

/**
 * Bounds how much work of one kind is under way in a gateway. Beyond that, a storm is rejected at once, so that those who
 * are admitted do not wait, and those who play do not notice.
 */
export class Admission {
  readonly #most: number;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs one piece of work.
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
