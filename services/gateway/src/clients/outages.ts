import { isAppError, type AppError, type Log } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';

/** Milliseconds without a failure after which an outage is over, and after which one that lasts is logged again. */
const OVER_MS = 60_000;
const LOGGED_EVERY_MS = 3_600_000;
/** Outages that are known at the same time. */
const MAX_OUTAGES = 100;

/**
 * Logs the failures of dependencies. In an outage every request fails: the first failure of each cause says why, and all
 * later ones are in the metrics.
 */
export class Outages {
  /** When a dependency last failed for a cause, and when that was last logged. */
  readonly #failures = new LRUCache<string, { failedAt: number; loggedAt: number }>({ max: MAX_OUTAGES });

  /**
   * Logs a defect as an error, each time, and an outage as a warning. What the gateway rejects in an overload of its own is
   * not logged: the metric of requests counts it.
   */
  log(log: Pick<Log, 'warn' | 'error'>, error: unknown, message: string, fields: object = {}): void {
    const isUnavailable = isAppError(error, 'SERVICE_UNAVAILABLE') || isAppError(error, 'QUEUE_UNAVAILABLE');
    if (!isUnavailable || error.details.isDefect) log.error({ err: error, ...fields }, message);
    else if (error.details.upstream !== 'gateway' && this.#recordFailure(error))
      log.warn({ err: error, ...fields }, message);
  }

  /** Records a failure of a dependency. Returns whether it is to be logged. */
  #recordFailure({ details, cause }: AppError<'SERVICE_UNAVAILABLE' | 'QUEUE_UNAVAILABLE'>): boolean {
    const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
    const outage = `${details.upstream} ${String(code ?? message)}`;
    const now = performance.now();
    const before = this.#failures.get(outage);
    const isLogged =
      before !== undefined && now - before.failedAt <= OVER_MS && now - before.loggedAt < LOGGED_EVERY_MS;
    this.#failures.set(outage, { failedAt: now, loggedAt: isLogged ? before.loggedAt : now });
    return !isLogged;
  }
}
