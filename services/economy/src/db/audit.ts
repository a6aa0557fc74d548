import type { AuditLedgerResponse, AuditLine } from '@fifteen/proto/economy';
import type { Database, Sql } from '@fifteen/runtime';

/** Time limit of a full audit: it reads every row, about 1.6 s for a million transfers. */
const FULL_LIMIT_MS = 3_600_000;
/** Entries that one statement checks, which takes well under a second. */
const BATCH = 5_000;
/** Hour of the day, in UTC, from which the nightly full audit is due. */
const FULL_AUDIT_HOUR = 3;

/** Concurrent audits wait for this lock, so that each of them sees the checkpoint of the one before. */
const LOCK = `pg_advisory_xact_lock(hashtext('audit'))`;
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtext('audit'))`;

/** Runs a full audit. Its result is the checkpoint from which later audits continue. */
export const auditAll = (db: Database): Promise<AuditLedgerResponse> =>
  db.tx(async (sql) => {
    await sql.query(`SELECT ${LOCK}`);
    return checkAll(sql);
  }, FULL_LIMIT_MS);

/**
 * Audits what was committed since the checkpoint. Before, it audits all rows when the nightly full audit is due or none has
 * succeeded yet; one that fails is retried after two hours. Skips the new entries while another replica audits.
 */
export async function auditNewEntries(db: Database): Promise<void> {
  try {
    const { rows } = await db.query<{ started: boolean }>('SELECT start_full_audit($1) AS started', [
      FULL_AUDIT_HOUR,
    ]);
    if (rows[0]?.started) await auditAll(db);
  } finally {
    while (await withTryLock(db, checkNew));
  }
}

/** The result of the audits so far. */
export interface AuditState {
  lines: AuditLine[];
  /** Times of the last audit of new rows and of the last full audit; undefined before the first one. */
  at?: Date | undefined;
  fullAuditAt?: Date | undefined;
}

/** Returns the violations of the last full audit and of newer rows: the same in every replica. */
export async function readAuditState(sql: Sql): Promise<AuditState> {
  const { rows: lines } = await sql.query<AuditLine>('SELECT invariant, violations FROM audit_result');
  const { rows } = await sql.query<{ at: Date | null; full_at: Date | null }>(
    'SELECT at, full_at FROM audit_run',
  );
  return { lines, at: rows[0]?.at ?? undefined, fullAuditAt: rows[0]?.full_at ?? undefined };
}

async function checkAll(sql: Sql): Promise<AuditLedgerResponse> {
  await sql.query(`SET LOCAL work_mem = '64MB'`);
  const { rows: lines } = await sql.query<AuditLine>('SELECT invariant, violations FROM audit_all()');
  const { rows } = await sql.query<{ at: Date }>('SELECT now() AS at');
  return { lines, at: rows[0]?.at };
}

/** Returns whether there may be more to check. */
async function checkNew(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ more: boolean }>('SELECT audit_new_entries($1) AS more', [BATCH]);
  return rows[0]?.more ?? false;
}

/** Runs `work` under the lock of audits. Returns undefined while another replica holds it. */
const withTryLock = <T>(db: Database, work: (sql: Sql) => Promise<T>): Promise<T | undefined> =>
  db.tx(async (sql) => {
    const { rows } = await sql.query<{ locked: boolean }>(`SELECT ${TRY_LOCK} AS locked`);
    return rows[0]?.locked ? work(sql) : undefined;
  });
