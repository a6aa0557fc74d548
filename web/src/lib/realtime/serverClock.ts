/**
 * Offset of the server's clock to this device's, which may be wrong by hours. Of all messages with the server's time,
 * the one with the shortest delay has the best estimate.
 */
let ahead: number | null = null;

const listeners = new Set<() => void>();

export const serverClock = {
  /** Resets the offset: this device may have slept, or its clock changed. */
  reset(): void {
    ahead = null;
  },
  /**
   * Updates the offset with a message that has just arrived. `delay`: for how many milliseconds it was under way at most,
   * if known. An offset that is too large for it is that of a clock of this device that was set forward meanwhile.
   */
  update(serverTime: number, delay = Infinity): void {
    const atLeast = serverTime - Date.now();
    const next = Math.max(atLeast, Math.min(ahead ?? atLeast, atLeast + delay));
    if (next === ahead) return;
    ahead = next;
    for (const listener of listeners) listener();
  },
  /** Converts an instant of the server to this device's clock. */
  toLocal(serverTime: number): number {
    return serverTime - (ahead ?? 0);
  },
  /** Returns the present instant by the server's clock. */
  now(): number {
    return Date.now() + (ahead ?? 0);
  },
  /** Calls `listener` when the offset changes. Returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
