import type { Lifecycle } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import { sweep } from '../sweep.ts';

const EVERY_MS = 5_000;

/**
 * Reads values from a store every five seconds, so that a scrape costs the store nothing. Returns a getter of the newest
 * values. It returns undefined before the first read and while the store is unavailable, because an old value would look
 * healthy.
 */
export function figures<T>(
  name: string,
  context: { log: Log; lifecycle: Lifecycle },
  read: () => Promise<T>,
): () => T | undefined {
  let newest: T | undefined;
  const loop = sweep(`metrics of ${name}`, EVERY_MS, context.log, async () => {
    try {
      newest = await read();
    } catch (error) {
      newest = undefined;
      throw error;
    }
  });
  context.lifecycle.onStop(`metrics of ${name}`, () => loop.stop());
  return () => newest;
}
