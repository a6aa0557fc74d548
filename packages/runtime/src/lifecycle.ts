import type { Log } from './log.ts';

/**
 * Stops the parts of a process in reverse order of their start: first the servers that accept work, last the connections
 * that the others use. A stop that exceeds its limit is skipped.
 */
export class Lifecycle {
  readonly #log: Log;
  readonly #stops: { name: string; stop: () => Promise<unknown>; limitMs: number }[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Registers how to stop a part, within `limitMs`. */
  onStop(name: string, stop: () => Promise<unknown>, limitMs = 5_000): void {
    this.#stops.push({ name, stop, limitMs });
  }

  /** Stops all parts, the newest first. Logs errors and never throws, so that each part is stopped. */
  async stop(): Promise<void> {
    for (let part = this.#stops.pop(); part; part = this.#stops.pop()) {
      try {
        await waitAtMost(part.stop(), part.limitMs);
      } catch (error) {
        this.#log.warn({ err: error, part: part.name }, 'component failed to stop cleanly');
      }
    }
  }
}

async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
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
