import { Redis, type RedisOptions } from 'ioredis';

/**
 * A Redis client that closes its connection, and opens another, when commands wait too long without any response.
 *
 * The timeouts of ioredis also end the wait of a process that itself stood still, for want of processor time: their timers
 * run before the responses that arrived meanwhile are read. Here these are read first.
 */
export class WatchedRedis extends Redis {
  /** Commands without a response. */
  #waiting = 0;
  #isSilent = false;
  readonly #timeout: NodeJS.Timeout;

  /** @param timeoutMs time without any response */
  constructor(url: string, options: Omit<RedisOptions, 'replyMapping'>, timeoutMs: number) {
    super(url, options);
    const closeIfSilent = (): void => {
      if (!this.#isSilent || this.#waiting === 0) return;
      this.emit('error', new Error(`Redis has not responded for ${timeoutMs} ms`));
      this.disconnect(true);
      this.#timeout.refresh();
    };
    this.#timeout = setTimeout(() => {
      this.#isSilent = true;
      // After the next reading from sockets.
      setImmediate(closeIfSilent);
    }, timeoutMs).unref();
    this.on('connect', () => this.#waitAnew());
  }

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const [{ promise }] = args;
    this.#waiting += 1;
    if (this.#waiting === 1) this.#waitAnew();
    const settle = (): void => {
      this.#waiting -= 1;
      this.#waitAnew();
    };
    promise.then(settle, settle);
    return super.sendCommand(...args);
  }

  #waitAnew(): void {
    this.#isSilent = false;
    this.#timeout.refresh();
  }
}
