import { unavailable } from '@fifteen/runtime';

/** Milliseconds that work may be expected to wait. */
const EXPECTED_WAIT_MS = 500;
/** Milliseconds after which waiting work is rejected nevertheless: the work before it takes longer than was expected. */
const LONGEST_WAIT_MS = 1_000;
/** Weight of the last piece of work in the mean duration: about the last ten count. */
const WEIGHT = 0.1;

/**
 * Bounds how much work of one kind is under way in a gateway. A burst waits for its turn; in a storm, what would wait for
 * too long is rejected at once, so that those who are admitted wait a second at most, and those who play do not notice.
 */
export class Admission {
  readonly #atOnce: number;
  /** Begin the work that waits, in the order of its arrival. */
  readonly #waiting = new Set<() => void>();
  #underWay = 0;
  #meanMs = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Runs one piece of work.
   * @throws SERVICE_UNAVAILABLE when it would wait for too long, or has
   */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#atOnce) this.#underWay += 1;
    else await this.#turn();
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#meanMs += WEIGHT * (performance.now() - began - this.#meanMs);
      this.#beginNext();
    }
  }

  /**
   * Rejects work that cannot be admitted now, before anything else is done for it.
   * @throws SERVICE_UNAVAILABLE when it would wait for too long
   */
  check(): void {
    const isFull = this.#underWay >= this.#atOnce;
    const expectedMs = ((this.#waiting.size + 1) * this.#meanMs) / this.#atOnce;
    if (isFull && expectedMs > EXPECTED_WAIT_MS) throw unavailable('gateway');
  }

  /** Waits for work that ends, and takes its place. */
  async #turn(): Promise<void> {
    this.check();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(unavailable('gateway'));
      }, LONGEST_WAIT_MS);
      this.#waiting.add(begin);
    });
  }

  /** Gives the place of work that has ended to the next one. */
  #beginNext(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else this.#underWay -= 1;
  }
}
