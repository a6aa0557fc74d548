import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { auditRewards } from './audit-rewards.ts';
import { closeFinishedWeeks } from './close-finished-weeks.ts';
import { deleteOldAccessRecords } from './delete-old-access-records.ts';
import { deletePaidScores } from './delete-paid-scores.ts';
import { reconcileRunningWeek } from './reconcile-running-week.ts';

const REWARD_AUDIT_MS = 60_000;
const RETENTION_MS = 3_600_000;

/** Starts the jobs. Every replica runs them; each step may be repeated. */
export function startJobs(context: AppContext): void {
  const { log, lifecycle, intervals } = context;
  const loggedWaits = new Map<string, string>();
  const jobs = [
    startJob('close finished weeks', intervals.closing, log, () => closeFinishedWeeks(context, loggedWaits)),
    startJob('audit rewards', REWARD_AUDIT_MS, log, () => auditRewards(context)),
    startJob('reconcile running week', intervals.comparison, log, () => reconcileRunningWeek(context)),
    startJob('delete paid scores', RETENTION_MS, log, () => deletePaidScores(context)),
    startJob('delete old access records', RETENTION_MS, log, () => deleteOldAccessRecords(context)),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
