/** Returns the milliseconds until the next multiple of an interval since a start, which is one moment for all players. */
export const untilNextDrop = (now: number, startTime: number, intervalMs: number): number =>
  intervalMs - ((now - startTime) % intervalMs);
