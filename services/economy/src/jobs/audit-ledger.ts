import type { Database, Log } from '@fifteen/runtime';
import { auditNewEntries, readAuditState } from '../db/audit.ts';

/** Audits new entries, or all rows once a night, and logs each violated invariant as an alarm. */
export async function auditLedger({ db, log }: { db: Database; log: Log }): Promise<void> {
  await auditNewEntries(db);
  const { lines } = await readAuditState(db);
  for (const { invariant, violations } of lines)
    if (violations !== 0) log.error({ alarm: true, invariant, violations }, 'ledger invariant violated');
}
