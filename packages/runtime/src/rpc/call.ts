import { AsyncLocalStorage } from 'node:async_hooks';

/** The call being served: who made it and until when its answer is of use. */
export interface Call {
  /** The service that calls, proven by its token. */
  caller: string;
  /** Milliseconds since the epoch. */
  deadline: number;
}

const current = new AsyncLocalStorage<Call>();

/** Runs `work` as part of a call, so that the calls it makes share its deadline. */
export const withCall = <T>(call: Call, work: () => T): T => current.run(call, work);

/** A deadline `limitMs` from now, or that of the call being served when it is nearer. */
export const deadlineFor = (limitMs: number): number =>
  Math.min(Date.now() + limitMs, current.getStore()?.deadline ?? Number.POSITIVE_INFINITY);
