import { AsyncLocalStorage } from 'node:async_hooks';
import type { Lifecycle } from '@fifteen/runtime';

/** Runs tasks that outlive the calls that started them, until the process stops. */
export class BackgroundTasks {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Runs a task outside of the context of a call, so that the call's deadline does not apply to it. */
  readonly #detached = AsyncLocalStorage.snapshot();

  constructor(name: string, { lifecycle }: { lifecycle: Lifecycle }) {
    lifecycle.onStop(name, async () => {
      this.#stopping.abort();
      await Promise.all(this.#running);
    });
  }

  /** Starts a task. Its signal aborts when the process stops. */
  run(task: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): void {
    const run = this.#detached(task, this.#stopping.signal).catch(onError);
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
  }
}
