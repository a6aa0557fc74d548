import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@fifteen/testkit/player';

/** Retries of a request to a busy product, and the pause between them. */
const RETRIES = 20;
const RETRY_MS = 500;

/** Sends the request, and repeats it while the product responds 503. */
export async function retryWhenBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError) || error.status !== 503) throw error;
      await sleep(RETRY_MS);
    }
  }
}
