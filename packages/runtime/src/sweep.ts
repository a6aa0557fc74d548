import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';
import { untraced } from './trace.ts';

/** A loop that can be stopped; `stop` resolves when the pass under way has ended. */
export interface Loop {
  stop(): Promise<void>;
}

/**
 * Repeats `pass` about every `everyMs` (±20 %, so that replicas drift apart) until stopped. A pass that answers
 * `true` had more to do than it took and is repeated at once. A pass that throws is logged and tried again.
 */
export function sweep(name: string, everyMs: number, log: Log, pass: () => Promise<boolean | void>): Loop {
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      let more = false;
      try {
        more = (await pass()) === true;
      } catch (error) {
        log.error({ err: error, sweep: name }, 'sweep failed');
      }
      if (!more) await pause(everyMs * (0.8 + 0.4 * Math.random()), abort.signal);
    }
  };
  const done = untraced(run);
  return {
    stop: async () => {
      abort.abort();
      await done;
    },
  };
}

/** Waits, or less when the signal aborts; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
