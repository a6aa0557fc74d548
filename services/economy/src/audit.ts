import type { AuditAnswer, AuditLine } from '@fifteen/proto/economy';
import type { Database, Log, Sql } from '@fifteen/runtime';

/** How long a full audit may take: it reads every row, about 1.6 s for a million transfers. */
const FULL_LIMIT_MS = 3_600_000;
/** Entries that are checked in one statement, which takes well under a second. */
const BATCH = 5_000;
/** The hour of the day, in UTC, from which the nightly full audit is due. */
const NIGHT = 3;
/** Daily cost of awards that raises an alarm, as a multiple of the median. */
const UNUSUAL = 5;

/** Audits wait for each other, so that each of them sees the checkpoint of the one before. */
const LOCK = `pg_advisory_xact_lock(hashtext('audit'))`;
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtext('audit'))`;

/** Counts every row of the ledger, and makes the result the checkpoint from which later audits continue. */
export const audit = (db: Database): Promise<AuditAnswer> =>
  db.tx(async (sql) => {
    await sql.query(`SELECT ${LOCK}`);
    return countAll(sql);
  }, FULL_LIMIT_MS);

async function countAll(sql: Sql): Promise<AuditAnswer> {
  await sql.query(`SET LOCAL work_mem = '64MB'`);
  const { rows: lines } = await sql.query<AuditLine>('SELECT invariant, violations FROM audit_all()');
  const { rows } = await sql.query<{ at: Date }>('SELECT now() AS at');
  return { lines, at: rows[0]?.at };
}

/** The state of the ledger as the audits left it. */
export interface AuditState {
  lines: AuditLine[];
  /** When the newest rows were checked, and when all rows were; undefined before the first time. */
  at?: Date | undefined;
  fullAt?: Date | undefined;
}

/** Returns what the last full audit counted, and what was found in newer rows: the same at every replica. */
export async function auditState(sql: Sql): Promise<AuditState> {
  const { rows: lines } = await sql.query<AuditLine>('SELECT invariant, violations FROM audit_result');
  const { rows } = await sql.query<{ at: Date | null; full_at: Date | null }>(
    'SELECT at, full_at FROM audit_run',
  );
  return { lines, at: rows[0]?.at ?? undefined, fullAt: rows[0]?.full_at ?? undefined };
}

/**
 * Audits what was committed since the checkpoint; all rows when the nightly full audit is due, or there was none yet.
 * Logs violations as alarms. Replicas take turns: one that finds another at work leaves it to that one.
 */
export async function inspect(db: Database, log: Log): Promise<void> {
  await catchUp(db);
  const { lines } = await auditState(db);
  for (const { invariant, violations } of lines)
    if (violations !== 0) log.error({ alarm: true, invariant, violations }, 'ledger invariant violated');

  const { rows } = await db.query<{ today: number; median: number }>('SELECT * FROM award_spending');
  for (const { today, median } of rows)
    if (median > 0 && today > UNUSUAL * median)
      log.error({ alarm: true, today, median }, 'awards against the computer exceeded the usual amount');
  await db.query('SELECT delete_old_quotas()');
}

async function catchUp(db: Database): Promise<void> {
  const full = await db.query(
    `SELECT FROM audit_run
      WHERE full_at IS NULL
         OR full_at < date_trunc('day', now() - make_interval(hours => $1), 'UTC') + make_interval(hours => $1)`,
    [NIGHT],
  );
  if (full.rowCount) await alone(db, countAll, FULL_LIMIT_MS);
  else while (await alone(db, checkNew));
}

/** Returns whether there may be more to check. */
async function checkNew(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ more: boolean }>('SELECT audit_new_entries($1) AS more', [BATCH]);
  return rows[0]?.more ?? false;
}

/** Runs `work` under the lock of audits; does nothing while another replica has it. */
const alone = <T>(db: Database, work: (sql: Sql) => Promise<T>, limitMs?: number): Promise<T | undefined> =>
  db.tx(async (sql) => {
    const { rows } = await sql.query<{ locked: boolean }>(`SELECT ${TRY_LOCK} AS locked`);
    return rows[0]?.locked ? work(sql) : undefined;
  }, limitMs);
