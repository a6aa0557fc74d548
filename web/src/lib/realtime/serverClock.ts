/**
 * The server's clock against this device's, which may be wrong by hours. Every message that carries the server's time
 * was sent some unknown moment earlier; the one with the shortest way shows the difference best.
 */
let ahead: number | null = null;

export const serverClock = {
  /** Forgets the difference: this device may have slept, or its clock been set. */
  reset(): void {
    ahead = null;
  },
  /** Learns from a message that has just arrived. */
  update(serverTime: number): void {
    ahead = Math.max(ahead ?? -Infinity, serverTime - Date.now());
  },
  /** An instant of the server's on this device's clock. */
  toLocal(serverTime: number): number {
    return serverTime - (ahead ?? 0);
  },
};
