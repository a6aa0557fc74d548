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
  let isWoken = false;
  let endRest: () => void = () => undefined;
  let outage = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      isWoken = false;
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
      if (!more && !stopped) await rest(everyMs * (0.8 + 0.4 * Math.random()));
    }
  };
  // Not by `pause`: jobs are woken all the time, and an aborted timer makes two errors with their stacks.
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken) return resolve();
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = (): void => {
    isWoken = true;
    endRest();
  };
  const done = withoutTrace(run);
  return {
    stop: async () => {
      stopped = true;
      wake();
      await done;
    },
    wake,
  };
}

/** Waits until the time is over or the signal aborts; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
