import { deadlineFor } from '@fifteen/runtime';
import PQueue from 'p-queue';
import { overloaded } from '../domain/errors.ts';

/** Limits the concurrency of CPU-heavy work, so that a flood of it does not starve other services. */
export class ConcurrencyLimiter {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;

  constructor(limits: { running: number; waiting: number }) {
    this.#queue = new PQueue({ concurrency: limits.running });
    this.#maxWaiting = limits.waiting;
  }

  /**
   * Runs the work as soon as a slot is free.
   * @throws SERVICE_UNAVAILABLE when too much waits or the call's deadline is over
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= this.#maxWaiting) throw overloaded();
    // Milliseconds since the epoch. After it the caller has given up.
    const deadline = deadlineFor(Number.POSITIVE_INFINITY);
    return this.#queue.add(() => {
      if (deadline <= Date.now()) throw overloaded();
      return work();
    });
  }
}
