import type { UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';

/** Pending requests of a user, beyond which further ones are rejected: each tab has one or two. */
const PENDING_MAX = 10;
/** Seconds after which a rejected request may be repeated: a pending one takes at most as long. */
const RETRY_AFTER_S = 5;

interface Pending {
  /** Settles with the last request. */
  settled: Promise<void>;
  count: number;
}

/** Sends the requests of each user one after the other, so that the last one decides, also when a slow one is repeated. */
export class RequestsInOrder {
  readonly #pending = new Map<UserId, Pending>();

  /** Whether a request of the user is pending. */
  has(userId: UserId): boolean {
    return this.#pending.has(userId);
  }

  /** Whether another request of the user waits for the one that is being sent. */
  hasNext(userId: UserId): boolean {
    return (this.#pending.get(userId)?.count ?? 0) > 1;
  }

  /** Resolves when no request of the user that began before is pending. */
  async settled(userId: UserId): Promise<void> {
    await this.#pending.get(userId)?.settled;
  }

  /**
   * Sends a request after the pending ones of its user.
   * @param recover called with an error, before the next request
   * @throws TOO_MANY_REQUESTS while too many are pending
   */
  async send<T>(
    userId: UserId,
    request: () => Promise<T>,
    recover: (error: unknown) => Promise<void> = async () => undefined,
  ): Promise<T> {
    const { settled: previous, count } = this.#pending.get(userId) ?? { settled: undefined, count: 0 };
    if (count >= PENDING_MAX) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_S });
    const response = (async () => {
      await previous;
      return request();
    })();
    const settled = response.then(() => undefined, recover).catch(() => undefined);
    this.#pending.set(userId, { settled, count: count + 1 });
    void settled.then(() => this.#settle(userId));
    return response;
  }

  #settle(userId: UserId): void {
    const pending = this.#pending.get(userId);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count === 0) this.#pending.delete(userId);
  }
}
