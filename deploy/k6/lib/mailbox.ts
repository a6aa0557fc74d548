import { clearTimeout, setTimeout } from 'k6/timers';

/** Lets one wait for the next news, or for a while. News that came since the last wait end the next one at once. */
export class Mailbox {
  #rung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** False when nothing came. */
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
