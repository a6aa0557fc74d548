import { clearTimeout, setTimeout } from 'k6/timers';

/** An event that one waiter waits for. It stays set until the next wait, so that none is missed between two waits. */
export class Signal {
  #isSet = false;
  #wake: () => void = () => undefined;

  set(): void {
    this.#isSet = true;
    this.#wake();
  }

  /** Waits for the signal and resets it. Returns false when the time was over first. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasSet = this.#isSet;
    this.#isSet = false;
    return wasSet;
  }
}
