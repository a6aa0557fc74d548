/**
 * Frames that must not be lost while the connection is down, in order. A frame that waits already is not kept twice; when
 * there is no room the oldest goes, as the one most likely to be overtaken by now.
 */
export class Outbox<Frame> {
  readonly #max: number;
  /** By their text: two frames are the same when they say the same. */
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

  /** Everything that waits, in order; nothing waits afterwards. */
  drain(): Frame[] {
    const frames = [...this.#frames.values()];
    this.#frames.clear();
    return frames;
  }
}
