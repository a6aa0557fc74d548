import type { Connection } from '../realtime/connection.ts';
import type { Resync } from './resync.ts';

/** Attempts at the same time, so that a service that returns is not met by the requests of all clients at once. */
const MAX_CONCURRENT = 20;

/**
 * Requests of clients for their current state. A connection whose state could not be loaded is in no room, and receives
 * no update of its game: the request is repeated until it succeeds.
 */
export class StateRequests {
  readonly #resync: Pick<Resync, 'sendState'>;
  /** The connections whose state could not be sent, in the order of the next attempts. */
  readonly #unsent = new Set<Connection>();

  constructor(resync: Pick<Resync, 'sendState'>) {
    this.#resync = resync;
  }

  /**
   * Sends a client its current state. After a failure, it is sent as soon as that is possible: the client's further
   * requests wait for that as well, without an error of their own.
   * @throws the error of the first attempt
   */
  async send(connection: Connection): Promise<void> {
    if (this.#unsent.has(connection)) return;
    try {
      await this.#resync.sendState(connection);
    } catch (error) {
      // Two requests at once have failed.
      if (this.#unsent.has(connection)) return;
      this.#unsent.add(connection);
      throw error;
    }
  }

  /**
   * Sends the states that could not be sent before. Stops at the first error, because the other requests need the same
   * services.
   * @throws that error
   */
  async repeatFailed(): Promise<void> {
    const waiting = [...this.#unsent].values();
    const errors: unknown[] = [];
    const sendNext = async (): Promise<void> => {
      for (const connection of waiting) {
        await this.#repeat(connection).catch((error: unknown) => errors.push(error));
        if (errors.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendNext));
    if (errors.length > 0) throw errors[0];
  }

  async #repeat(connection: Connection): Promise<void> {
    try {
      if (!connection.closing) await this.#resync.sendState(connection);
      this.#unsent.delete(connection);
    } catch (error) {
      // The next attempts begin with others: the error may be about this user.
      this.#unsent.delete(connection);
      this.#unsent.add(connection);
      throw error;
    }
  }
}
