import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Process | undefined>();

/** What a crashing process throws, so that the code that is running in it does not go on. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/**
 * A simulated process. A crash ends it at once: its timers never fire, its calls are never answered, and what its code
 * still does while the stack unwinds has no effect.
 */
export class Process {
  readonly name: string;
  /** The service it belongs to. */
  readonly service: string;
  #isAlive = true;
  readonly #onCrash = new Set<() => void>();

  constructor(service: string, replica: number) {
    this.service = service;
    this.name = `${service}.${replica}`;
  }

  /** Returns the process whose code is running, undefined outside of all. */
  static current(): Process | undefined {
    return current.getStore();
  }

  /** Runs work as no process: what it schedules happens whether or not the present process crashes. */
  static outside(work: () => void): void {
    current.run(undefined, work);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Runs work as this process. Does nothing after a crash. */
  run(work: () => void): void {
    if (this.#isAlive) current.run(this, work);
  }

  /** Calls the listener when the process crashes. Returns a function that removes it. */
  onCrash(listener: () => void): () => void {
    this.#onCrash.add(listener);
    return () => this.#onCrash.delete(listener);
  }

  crash(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    for (const listener of this.#onCrash) listener();
  }

  /** @throws Crash when the process has crashed */
  assertAlive(): void {
    if (!this.#isAlive) throw new Crash(this.name);
  }
}
