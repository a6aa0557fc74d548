import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from './app-error.ts';
import type { Log } from './log.ts';
import { untraced } from './trace.ts';

/** A loop that can be stopped; `stop` resolves when the pass under way has ended. */
export interface Loop {
  stop(): Promise<void>;
  /** There is work now: the next pass begins at once, or right after the one under way. */
  kick(): void;
}

/**
 * Repeats `pass` about every `everyMs` (±20 %, so that replicas drift apart) until stopped. A pass that answers
 * `true` had more to do than it took and is repeated at once. A pass that throws is logged and tried again; an
 * outage is logged once, not by every pass.
 */
export function sweep(name: string, everyMs: number, log: Log, pass: () => Promise<boolean | void>): Loop {
  let stopped = false;
  let kicked = new AbortController();
  let outage = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      kicked = new AbortController();
      let more = false;
      try {
        more = (await pass()) === true;
        outage = false;
      } catch (error) {
        const again = outage;
        outage = isAppError(error, 'SERVICE_UNAVAILABLE');
        if (!outage) log.error({ err: error, sweep: name }, 'job failed');
        else if (!again) log.warn({ err: error, sweep: name }, 'job postponed');
      }
      if (!more && !stopped) await pause(everyMs * (0.8 + 0.4 * Math.random()), kicked.signal);
    }
  };
  const done = untraced(run);
  return {
    stop: async () => {
      stopped = true;
      kicked.abort();
      await done;
    },
    kick: () => kicked.abort(),
  };
}

/** Waits, or less when the signal aborts; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
