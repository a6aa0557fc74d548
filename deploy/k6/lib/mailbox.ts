import { clearTimeout, setTimeout } from 'k6/timers';

/** Waits for the next notification, or for a time. One that came since the last wait ends the next wait at once. */
export class Mailbox {
  #rung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Returns false when no notification came. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
