import type { Log } from './log.ts';

/**
 * What has been started, to be stopped in reverse: what takes new work was started last and goes first, what others
 * stand on was started first and goes last. A stop that hangs is passed over after its time.
 */
export class Lifecycle {
  readonly #log: Log;
  readonly #stops: { name: string; stop: () => Promise<unknown>; limitMs: number }[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Remembers how to stop a part; `limitMs` is how long it may take. */
  onStop(name: string, stop: () => Promise<unknown>, limitMs = 5_000): void {
    this.#stops.push({ name, stop, limitMs });
  }

  /** Stops all parts, the newest first. Errors are logged, never thrown: every part gets its turn. */
  async stop(): Promise<void> {
    for (let part = this.#stops.pop(); part; part = this.#stops.pop()) {
      try {
        await within(part.stop(), part.limitMs);
      } catch (error) {
        this.#log.warn({ err: error, part: part.name }, 'component failed to stop cleanly');
      }
    }
  }
}

async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
