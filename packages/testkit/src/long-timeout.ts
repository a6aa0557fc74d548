/** Milliseconds. A process may stall for seconds on a busy machine, and the default timeouts are not what tests check. */
const LONG_TIMEOUT_MS = 20_000;

/** Returns the same calls with a long timeout, where a call has none of its own. */
export function withLongTimeout<C extends object>(calls: C): C {
  const slow = Object.entries(calls).map(([name, call]: [string, (...args: object[]) => unknown]) => [
    name,
    (request: object, options?: object) => call(request, { limitMs: LONG_TIMEOUT_MS, ...options }),
  ]);
  return Object.fromEntries(slow) as C;
}
