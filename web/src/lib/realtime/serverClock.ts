/**
 * Offset of the server's clock to this device's, which may be wrong by hours. Of all messages with the server's time,
 * the one with the shortest delay has the best estimate.
 */
let ahead: number | null = null;

export const serverClock = {
  /** Resets the offset: this device may have slept, or its clock changed. */
  reset(): void {
    ahead = null;
  },
  /** Updates the offset with a message that has just arrived. */
  update(serverTime: number): void {
    ahead = Math.max(ahead ?? -Infinity, serverTime - Date.now());
  },
  /** Converts an instant of the server to this device's clock. */
  toLocal(serverTime: number): number {
    return serverTime - (ahead ?? 0);
  },
};
