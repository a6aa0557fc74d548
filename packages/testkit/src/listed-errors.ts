import { calls, type Call } from '@fifteen/contract';

const served = Object.values(calls)
  .flatMap((group) => Object.values<Call>(group))
  .map((call) => ({ ...call, pattern: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Returns the call of a request, if there is one. A path without parameters precedes one that matches it. */
function callOf(method: string, url: string): Call | undefined {
  const [path = ''] = url.split('?');
  const candidates = served.filter((call) => call.method === method && call.pattern.test(path));
  return candidates.find((call) => call.path === path) ?? candidates[0];
}

/** A response whose error the contract does not list for its call: a defect, also where any error is tolerated. */
export class UnlistedError extends Error {}

/**
 * Checks that the contract lists the error of a call.
 * @param url path and query
 * @throws UnlistedError for a code that the description of the call does not have
 */
export function assertErrorIsListed(method: string, url: string, code: unknown): void {
  const call = callOf(method, url);
  if (call && !call.errors.some((listed) => listed === code))
    throw new UnlistedError(`the contract does not list ${String(code)} for ${method} ${call.path}`);
}
