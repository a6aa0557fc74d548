import { startJob } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { auditLedger } from './audit-ledger.ts';
import { checkAwardSpending } from './check-award-spending.ts';
import { deleteOldQuotas } from './delete-old-quotas.ts';
import { finishOverdueStakes } from './finish-overdue-stakes.ts';

const OVERDUE_MS = 10_000;
const AUDIT_MS = 60_000;

/** Starts the jobs, in every replica. */
export function startJobs(context: AppContext): void {
  const { log, lifecycle } = context;
  const jobs = [
    startJob('finish overdue stakes', OVERDUE_MS, log, () => finishOverdueStakes(context)),
    startJob('audit ledger', AUDIT_MS, log, () => auditLedger(context)),
    startJob('check award spending', AUDIT_MS, log, () => checkAwardSpending(context)),
    startJob('delete old quotas', AUDIT_MS, log, () => deleteOldQuotas(context)),
  ];
  lifecycle.onStop('jobs', () => Promise.all(jobs.map((job) => job.stop())));
}
