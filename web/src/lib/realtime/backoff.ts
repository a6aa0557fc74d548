import { BACKOFF } from '@fifteen/contract/constants';

/**
 * Milliseconds before reconnection number `attempt` (from 0): 1 s, half as long again each time, at most 5 s with up to
 * 1 s of chance in it, so that the clients of a restarted server do not all come at once (docs/spec/play.md#play-9.3).
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const { base, factor, jitter, cap } = BACKOFF;
  return Math.min(cap, base * factor ** attempt + jitter * random());
}
