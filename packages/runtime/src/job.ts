import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from './app-error.ts';
import type { Log } from './log.ts';
import { withoutTrace } from './trace.ts';

/** A background job. */
export interface Job {
  /** Resolves when the running pass has ended; no other begins. */
  stop(): Promise<void>;
  /** Starts the next pass now, or right after the running one. */
  wake(): void;
}

/**
 * Repeats `pass` about every `everyMs` (±20 %, so that replicas drift apart) until stopped. A pass that returns `true`
 * has more work and is repeated at once. An error is logged, an outage once until it ends; the job goes on.
 */
export function startJob(name: string, everyMs: number, log: Log, pass: () => Promise<boolean | void>): Job {
  let stopped = false;
  let woken = new AbortController();
  let outage = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = new AbortController();
      let more = false;
      try {
        more = (await pass()) === true;
        outage = false;
      } catch (error) {
        const isSameOutage = outage;
        outage = isAppError(error, 'SERVICE_UNAVAILABLE');
        if (!outage) log.error({ err: error, job: name }, 'job failed');
        else if (!isSameOutage) log.warn({ err: error, job: name }, 'job postponed');
      }
      if (!more && !stopped) await pause(everyMs * (0.8 + 0.4 * Math.random()), woken.signal);
    }
  };
  const done = withoutTrace(run);
  return {
    stop: async () => {
      stopped = true;
      woken.abort();
      await done;
    },
    wake: () => woken.abort(),
  };
}

/** Waits until the time is over or the signal aborts; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
