import { create } from 'zustand';
import { useToast } from '@/lib/toast.ts';

const PROBE_EVERY = 30_000;
const PROBE_TIMEOUT = 5_000;
const GOOD_UNDER = 1_000;
/**
 * A connection slower than this keeps its banner; a faster one that is still slow shows it for a while. Milliseconds.
 */
const POOR_FROM = 3_000;
const BACK_FOR = 3_000;
const SLOW_FOR = 5_000;

type Quality = 'good' | 'slow' | 'offline';

export interface Network {
  quality: Quality;
  /** Duration of the last probe in milliseconds; null without a response. */
  delay: number | null;
  /** The banner at the top; null without one. */
  banner: 'back' | 'slow' | 'offline' | null;
  /** Whether the banner of the present slow connection was shown: it is not shown again. */
  isSlowKnown: boolean;
}

/** Returns the state after a probe, and the banner for its change; `delay` null: no response. */
export function nextNetworkState(before: Network, delay: number | null): Network {
  if (delay === null) return { quality: 'offline', delay, banner: 'offline', isSlowKnown: false };
  const quality = delay < GOOD_UNDER ? 'good' : 'slow';
  if (before.quality === 'offline') return { quality, delay, banner: 'back', isSlowKnown: false };
  if (quality === 'good')
    return { quality, delay, banner: before.banner === 'back' ? 'back' : null, isSlowKnown: false };
  const isOver = before.isSlowKnown && before.banner === null && delay < POOR_FROM;
  return { quality, delay, banner: isOver ? null : 'slow', isSlowKnown: true };
}

/** Returns how long a banner is shown in milliseconds; null: until the connection changes. */
export function bannerTime({ banner, delay }: Network): number | null {
  if (banner === 'back') return BACK_FOR;
  return banner === 'slow' && delay !== null && delay < POOR_FROM ? SLOW_FOR : null;
}

export const useNetwork = create<Network>()(() => ({
  quality: 'good',
  delay: null,
  banner: null,
  isSlowKnown: false,
}));

let hideTimer: ReturnType<typeof setTimeout> | undefined;

/** Number of the probe that began last. A lost network, which the browser reports, is a probe with its result. */
let begun = 0;
/** Number of the newest probe whose result counted. */
let counted = 0;

function beginProbe(): number {
  begun += 1;
  return begun;
}

/**
 * Records the result of a probe, unless one that began later has counted already: an old probe may fail long after it. A
 * newer probe that still waits discards nothing; otherwise, on a slow connection, each call would discard a result.
 */
function recordResult(probe: number, delay: number | null): void {
  if (probe < counted) return;
  counted = probe;
  recordDelay(delay);
}

function recordDelay(delay: number | null): void {
  const next = nextNetworkState(useNetwork.getState(), delay);
  if (next.banner === 'back' && useToast.getState().current?.brief) next.banner = null;
  useNetwork.setState(next);
  clearTimeout(hideTimer);
  const time = bannerTime(next);
  if (time !== null) hideTimer = setTimeout(() => useNetwork.setState({ banner: null }), time);
}

/** Ends the banner of a connection that is back, because a game says so itself. */
export function dismissBack(): void {
  if (useNetwork.getState().banner === 'back') useNetwork.setState({ banner: null });
}

async function probeServer(): Promise<void> {
  const probe = beginProbe();
  const start = performance.now();
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT);
    const { status } = await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal });
    // A proxy without a server behind it does not count as a response.
    recordResult(probe, status < 500 ? performance.now() - start : null);
  } catch {
    recordResult(probe, null);
  }
}

/** A call succeeded: a bad connection is probed again at once. */
export function reportSuccess(): void {
  if (useNetwork.getState().quality !== 'good') void probeServer();
}

/**
 * Probes the connection now and every 30 s (docs/spec/around-play.md#around-9.6), and follows the events of the
 * browser.
 */
export function startNetwork(): () => void {
  const ask = () => void probeServer();
  const lost = () => recordResult(beginProbe(), null);
  ask();
  const timer = setInterval(ask, PROBE_EVERY);
  addEventListener('online', ask);
  addEventListener('offline', lost);
  return () => {
    clearInterval(timer);
    clearTimeout(hideTimer);
    removeEventListener('online', ask);
    removeEventListener('offline', lost);
  };
}
