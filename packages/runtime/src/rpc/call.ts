import { AsyncLocalStorage } from 'node:async_hooks';

/** The call that is being served. */
export interface Call {
  /** The calling service, authenticated by its token. */
  caller: string;
  /** Milliseconds since the epoch. */
  deadline: number;
  /**
   * Whether no replica responded to an earlier attempt, which may have been applied. A method whose effect does not show
   * whether this call caused it returns that effect then, and no error.
   */
  isRepeat?: boolean;
}

/** The metadata of a call that is a further attempt. */
export const REPEAT_HEADER = 'x-repeat';

const current = new AsyncLocalStorage<Call | undefined>();

/** Runs `work` as part of a call, so that the calls it makes share its deadline. */
export const withCall = <T>(call: Call, work: () => T): T => current.run(call, work);

/** Runs `work` in the trace of the call being served, but without its deadline: work that outlives the call. */
export const withoutCall = <T>(work: () => T): T => current.run(undefined, work);

/** Returns a deadline `limitMs` from now, or that of the call being served if it is earlier. */
export const deadlineFor = (limitMs: number): number =>
  Math.min(Date.now() + limitMs, current.getStore()?.deadline ?? Number.POSITIVE_INFINITY);
