import type { UserId } from '@fifteen/domain';

/** Sends the requests of each user one after the other, so that the last one decides, also when a slow one is repeated. */
export class RequestsInOrder {
  /** Settles with the last pending request of each user. */
  readonly #pending = new Map<UserId, Promise<void>>();

  /** Whether a request of the user is pending. */
  has(userId: UserId): boolean {
    return this.#pending.has(userId);
  }

  /** Resolves when no request of the user that began before is pending. */
  async settled(userId: UserId): Promise<void> {
    await this.#pending.get(userId);
  }

  /**
   * Sends a request after the pending ones of its user.
   * @param recover called with an error, before the next request
   */
  send<T>(
    userId: UserId,
    request: () => Promise<T>,
    recover: (error: unknown) => Promise<void> = async () => undefined,
  ): Promise<T> {
    const previous = this.#pending.get(userId);
    const response = (async () => {
      await previous;
      return request();
    })();
    const settled = response.then(() => undefined, recover).catch(() => undefined);
    this.#pending.set(userId, settled);
    void settled.then(() => this.#pending.get(userId) === settled && this.#pending.delete(userId));
    return response;
  }
}
