import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { QUICK_MATCH_BETS } from '@fifteen/domain';

/** Starts the background jobs, in every replica. */
export function startJobs({ matchmaker, log, lifecycle }: AppContext): void {
  const jobs = [
    startJob('pairing', 500, log, async () => {
      await Promise.all(QUICK_MATCH_BETS.map((bet) => matchmaker.pairAll(bet)));
    }),
    startJob('leases', 1_000, log, () => matchmaker.reclaim()),
    startJob('expiry', 1_000, log, () => matchmaker.expire()),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
