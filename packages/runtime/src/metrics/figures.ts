import type { Lifecycle } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import { sweep } from '../sweep.ts';

const EVERY_MS = 5_000;

/**
 * Figures that a store knows, read every five seconds, so that a scrape costs it nothing. Answers the newest; undefined
 * before the first and while the store does not answer, because an old figure says that all is well.
 */
export function figures<T>(
  name: string,
  context: { log: Log; lifecycle: Lifecycle },
  read: () => Promise<T>,
): () => T | undefined {
  let newest: T | undefined;
  const loop = sweep(`figures of ${name}`, EVERY_MS, context.log, async () => {
    try {
      newest = await read();
    } catch (error) {
      newest = undefined;
      throw error;
    }
  });
  context.lifecycle.onStop(`figures of ${name}`, () => loop.stop());
  return () => newest;
}
