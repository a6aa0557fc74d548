import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '@fifteen/testkit/player';

/** How often, and how far apart, what a busy machine refuses is asked for again. */
const AGAIN = 20;
const AGAIN_MS = 500;

/** Asks again while the answer is that the product is too busy. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = AGAIN; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !(error instanceof Refused) || error.status !== 503) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
