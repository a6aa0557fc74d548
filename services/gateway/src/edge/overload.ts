import type { FastifyUnderPressureOptions } from '@fastify/under-pressure';
import { unavailable } from '@fifteen/runtime';

/** Milliseconds of event-loop lag that count as overload, and between two measurements. */
const MAX_LAG_MS = 1_000;
const SAMPLE_MS = 500;
/** Milliseconds for which it has to last: the lag of one pause counts until the next measurement. */
const LASTING_MS = 2 * SAMPLE_MS;
/** Milliseconds without a late call, beside the lag itself, after which an overload is over. */
const OVER_MS = 3_000;
/** A measurement without a sample reports an infinite lag. */
const MOST_LAG_MS = 10_000;

/**
 * Returns options that reject calls (503) while the event loop falls behind. After a single pause of the process, such as a
 * start on a busy machine, the calls that waited are served.
 */
export function overloadOptions(): FastifyUnderPressureOptions {
  let [since, lastSeen] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    maxEventLoopDelay: MAX_LAG_MS,
    sampleInterval: SAMPLE_MS,
    exposeStatusRoute: false,
    pressureHandler: (_request, _reply, _type, lag) => {
      const now = performance.now();
      if (now - lastSeen > OVER_MS + Math.min(Number(lag), MOST_LAG_MS)) since = now;
      lastSeen = now;
      return now - since > LASTING_MS ? Promise.reject(unavailable('gateway')) : undefined;
    },
  };
}
