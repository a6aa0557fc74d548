import { AppError, deadlineFor } from '@fifteen/runtime';
import PQueue from 'p-queue';

const busy = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', {
    retryAfter: 1,
  });

/** Heavy work, so much at once and no more: a storm of it must not take the machine from the games. */
export class Turns {
  readonly #queue: PQueue;
  readonly #mostWaiting: number;

  constructor(bounds: { atOnce: number; waiting: number }) {
    this.#queue = new PQueue({ concurrency: bounds.atOnce });
    this.#mostWaiting = bounds.waiting;
  }

  /** Does the work when its turn comes. Throws SERVICE_UNAVAILABLE when too many wait, or the caller's time is up. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= this.#mostWaiting) throw busy();
    // In milliseconds since the epoch; after that nobody wants the answer.
    const until = deadlineFor(Number.POSITIVE_INFINITY);
    return this.#queue.add(() => {
      if (until <= Date.now()) throw busy();
      return work();
    });
  }
}
