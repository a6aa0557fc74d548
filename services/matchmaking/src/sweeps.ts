import { startJob, type ProcessContext } from '@fifteen/runtime';
import { BETS } from './bets.ts';
import type { Matchmaker } from './matchmaker.ts';

/** Pairs whoever was missed, takes up what a crash left, and ends searches in time. Every replica runs these. */
export function startSweeps(matchmaker: Matchmaker, context: ProcessContext): void {
  const loops = [
    startJob('pairing', 500, context.log, () =>
      Promise.all(BETS.map((bet) => matchmaker.pairAll(bet))).then(() => false),
    ),
    startJob('leases', 1_000, context.log, () => matchmaker.reap()),
    startJob('expiry', 1_000, context.log, () => matchmaker.expire()),
  ];
  context.lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
}
