import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { deleteOldAccessRecords } from '../db/access-records.ts';
import { cleanUp } from './clean-up.ts';
import { openMissingWallets } from './open-missing-wallets.ts';

const WALLETS_MS = 5_000;
const CLEANUP_MS = 60_000;
const ACCESS_RECORDS_MS = 3_600_000;

/** Starts the jobs, which every replica runs. */
export function startJobs(context: AppContext): void {
  const { log, lifecycle } = context;
  const jobs = [
    startJob('open missing wallets', WALLETS_MS, log, () => openMissingWallets(context)),
    startJob('clean up', CLEANUP_MS, log, () => cleanUp(context)),
    startJob('delete old access records', ACCESS_RECORDS_MS, log, () => deleteOldAccessRecords(context.db)),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
