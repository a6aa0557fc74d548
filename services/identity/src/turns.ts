import { AppError, deadlineFor } from '@fifteen/runtime';

const busy = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', {
    retryAfter: 1,
  });

/** Somebody in the queue: who is told to go on, or that it is too late. */
interface Waiting {
  /** Milliseconds since the epoch; after that nobody wants the answer. */
  readonly until: number;
  readonly goOn: () => void;
  readonly giveUp: (reason: AppError) => void;
}

/** Heavy work, so much at once and no more: a storm of it must not take the machine from the games. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(bounds: { atOnce: number; waiting: number }) {
    this.#atOnce = bounds.atOnce;
    this.#mostWaiting = bounds.waiting;
  }

  /** Does the work when its turn comes. Throws SERVICE_UNAVAILABLE when too many wait, or the caller's time is up. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#busy < this.#atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw busy();
    await new Promise<void>((goOn, giveUp) => {
      this.#waiting.push({ until: deadlineFor(Number.POSITIVE_INFINITY), goOn, giveUp });
    });
  }

  /** Hands the place over to the next whose caller still waits. */
  #leave(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.until > Date.now()) return next.goOn();
      next.giveUp(busy());
    }
    this.#busy -= 1;
  }
}
