/**
 * Critical frames in order, kept while the connection is lost. A frame that is waiting already is not added again;
 * without room the oldest is dropped, as the one most likely to be obsolete.
 */
export class Outbox<Frame> {
  readonly #max: number;
  /** By their text, which identifies equal frames. */
  readonly #frames = new Map<string, Frame>();

  constructor(max: number) {
    this.#max = max;
  }

  add(frame: Frame): void {
    const text = JSON.stringify(frame);
    if (this.#frames.has(text)) return;
    const [oldest] = this.#frames.keys();
    if (this.#frames.size >= this.#max && oldest !== undefined) this.#frames.delete(oldest);
    this.#frames.set(text, frame);
  }

  /** Removes a frame that must not be sent any more, or has been. */
  remove(frame: Frame): void {
    this.#frames.delete(JSON.stringify(frame));
  }

  /** Returns and removes all waiting frames, in order. */
  drain(): Frame[] {
    const frames = [...this.#frames.values()];
    this.#frames.clear();
    return frames;
  }
}
