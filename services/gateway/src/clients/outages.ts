/** Milliseconds without a failure after which an outage is over. */
const OVER_MS = 60_000;

/**
 * Recognises the first failure of an outage, for the log: every request fails in it, and the first one says why. All later
 * ones are in the metrics.
 */
export class Outages {
  readonly #failedAt = new Map<string, number>();

  /** Records a failure of a dependency. Returns whether an outage begins with it. */
  begins(dependency: string): boolean {
    const now = performance.now();
    const before = this.#failedAt.get(dependency) ?? Number.NEGATIVE_INFINITY;
    this.#failedAt.set(dependency, now);
    return now - before > OVER_MS;
  }
}
