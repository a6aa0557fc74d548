/**
 * Delay before the n-th reconnect: `min(cap, base * factor^n + random(jitter))` (docs/spec/play.md#play-9.3). A file of
 * its own without imports, because k6 loads it and resolves no packages.
 */
export const BACKOFF = { base: 1_000, factor: 1.5, jitter: 1_000, cap: 5_000 } as const;
