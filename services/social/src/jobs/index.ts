import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { deleteRequestCounts } from './delete-request-counts.ts';

/** Starts the background jobs, in every replica. */
export function startJobs({ db, log, lifecycle }: AppContext): void {
  const job = startJob('delete request counts', 3_600_000, log, () => deleteRequestCounts(db));
  lifecycle.onStop('jobs', () => job.stop());
}
