import { retryDuringOutage, startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { advanceClocks } from './advance-clocks.ts';
import { auditPayouts } from './audit-payouts.ts';
import { deleteOldMoves } from './delete-old-moves.ts';
import { processStakes } from './process-stakes.ts';
import { reviewFairPlay, warmUpSolver } from './review-fair-play.ts';

/** Pause between two passes of the payout audit. */
const PAYOUT_AUDIT_MS = 10_000;
const RETENTION_MS = 3_600_000;

/**
 * Starts the jobs, which every replica runs. Resolves after the first pass of the clocks, so that no game starts before
 * the turns are extended after an outage.
 */
export async function startJobs(context: AppContext): Promise<void> {
  const { log, lifecycle, intervals } = context;
  await retryDuringOutage(() => advanceClocks(context));
  warmUpSolver();
  const jobs = [
    startJob('advance clocks', intervals.clocks, log, () => advanceClocks(context)),
    startJob('process stakes', intervals.stakes, log, () => processStakes(context)),
    startJob('review fair play', intervals.fairPlay, log, () => reviewFairPlay(context)),
    startJob('delete old moves', RETENTION_MS, log, () => deleteOldMoves(context)),
    startJob('audit payouts', PAYOUT_AUDIT_MS, log, () => auditPayouts(context)),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
