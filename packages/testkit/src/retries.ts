import type { ErrorCode } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which a call is repeated. */
const RETRY_MS = 40_000;
const PAUSE_MS = 20;

/**
 * Repeats a call while a service is unavailable, as its callers do, which do not know the outcome of the first. Waits for
 * locks and calls between services have timeouts of seconds, which a machine that stands still exceeds.
 * @param code repeats a call with this error instead
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  code: ErrorCode = 'SERVICE_UNAVAILABLE',
): Promise<T> {
  for (const end = Date.now() + RETRY_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await call();
    } catch (error) {
      if (!isAppError(error, code) || Date.now() > end) throw error;
    }
  }
}

/** Returns the same calls, each with retries. */
export function withRetriesOfEach<C extends object>(calls: C): C {
  const retried = Object.entries(calls).map(
    ([name, call]: [string, (...args: object[]) => Promise<unknown>]) => [
      name,
      (...args: object[]) => withRetries(() => call(...args)),
    ],
  );
  return Object.fromEntries(retried) as C;
}
