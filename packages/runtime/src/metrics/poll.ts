import type { Lifecycle } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import { startJob } from '../job.ts';

const EVERY_MS = 5_000;

/**
 * Reads values from a store every five seconds by default, so that a scrape costs the store nothing. Returns the newest value, or
 * undefined before the first and while the store is unavailable: an old value would say that all is well.
 */
export function pollMetrics<T>(
  name: string,
  context: { log: Log; lifecycle: Lifecycle },
  read: () => Promise<T>,
  everyMs = EVERY_MS,
): () => T | undefined {
  let newest: T | undefined;
  const job = startJob(`metrics of ${name}`, everyMs, context.log, async () => {
    try {
      newest = await read();
    } catch (error) {
      newest = undefined;
      throw error;
    }
  });
  context.lifecycle.onStop(`metrics of ${name}`, () => job.stop());
  return () => newest;
}
