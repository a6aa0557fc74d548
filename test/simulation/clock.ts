import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { Process } from './process.ts';
import { Random } from './random.ts';

/** When every run begins: a Wednesday noon. */
const BEGIN = Date.UTC(2026, 0, 7, 12);

/** The real timer that runs when all promises are settled. */
const { setImmediate: whenIdle, clearTimeout: clearRealTimeout } = globalThis;
const RealDate = Date;

interface Entry {
  at: number;
  order: number;
  work: () => void;
}

/** Virtual time: it jumps from one scheduled piece of work to the next. */
class Clock {
  #now = 0;
  #order = 0;
  /** Sorted, the next one last. */
  #queue: Entry[] = [];
  /** The randomness of the product itself: ids, seats, the pauses of jobs. */
  random = new Random(0);

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return this.#now;
  }

  get now(): number {
    return BEGIN + this.#now;
  }

  /** Begins a new run. Whatever the last one left scheduled is dropped. */
  reset(seed: number): void {
    this.#now = 0;
    this.#order = 0;
    this.#queue = [];
    this.random = new Random(seed);
  }

  /** Schedules work, unless the process that schedules it crashes before. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void {
    const process = Process.current();
    const entry: Entry = {
      at: this.#now + Math.max(0, ms),
      order: (this.#order += 1),
      work: process ? () => process.run(work) : work,
    };
    let index = this.#queue.length;
    while (index > 0 && isBefore(this.#queue[index - 1] as Entry, entry)) index -= 1;
    this.#queue.splice(index, 0, entry);
    return () => {
      const found = this.#queue.indexOf(entry);
      if (found >= 0) this.#queue.splice(found, 1);
    };
  }

  /** Runs scheduled work until an instant. Each piece ends, with all promises it settles, before the next begins. */
  async runUntil(elapsed: number): Promise<void> {
    for (let next = this.#queue.at(-1); next && next.at <= elapsed; next = this.#queue.at(-1)) {
      this.#queue.pop();
      this.#now = next.at;
      next.work();
      await new Promise(whenIdle);
    }
    this.#now = elapsed;
  }
}

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export const clock = new Clock();

/** Waits for a virtual duration. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));

/**
 * Replaces time and randomness of this process, for the product's code and for the database in it. There is no way back:
 * a simulation has a process to itself.
 */
export function virtualize(): void {
  class VirtualDate extends RealDate {
    constructor(...values: [] | [string | number | Date]) {
      super(...((values.length === 0 ? [clock.now] : values) as [number]));
    }

    static override now(): number {
      return Math.floor(clock.now);
    }
  }
  globalThis.Date = VirtualDate as DateConstructor;
  performance.now = () => clock.elapsed;
  Math.random = () => clock.random.next();
  globalThis.setTimeout = ((work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
    new Timer(
      AsyncLocalStorage.bind(() => work(...values)),
      ms,
    )) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: Timer | NodeJS.Timeout) =>
    timer instanceof Timer ? timer.cancel() : clearRealTimeout(timer)) as typeof clearTimeout;
  timers.setTimeout = ((ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    sleep(ms, value, signal)) as typeof timers.setTimeout;
  crypto.randomBytes = ((size: number) =>
    Buffer.from(Array.from({ length: size }, () => clock.random.below(256)))) as typeof crypto.randomBytes;
  crypto.randomInt = ((limit: number) => clock.random.below(limit)) as typeof crypto.randomInt;
  crypto.randomUUID = () => uuid();
  syncBuiltinESMExports();
}

class Timer {
  readonly cancel: () => void;

  constructor(work: () => void, ms: number) {
    this.cancel = clock.after(ms, work);
  }

  unref(): this {
    return this;
  }
}

function sleep(ms: number, value: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function uuid(): ReturnType<typeof crypto.randomUUID> {
  const hex = crypto.randomBytes(16).toString('hex');
  const variant = '89ab'[clock.random.below(4)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
