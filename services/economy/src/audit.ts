import type { AuditAnswer, AuditLine } from '@fifteen/proto/economy';
import type { Database, Log, Sql } from '@fifteen/runtime';

/** The audit reads every row, so it may take longer than any verb, and have more memory to sort them in. */
const LIMITS = `SET LOCAL statement_timeout = '10min'; SET LOCAL work_mem = '64MB'`;
/** At most this share of the time goes to inspections: they are rarer when the books are long. */
const SHARE = 0.05;
/** What awards may cost in a day before somebody should look, as a multiple of the usual. */
const UNUSUAL = 5;

/** The ledger's invariants as it stands now; all are zero in a right one. */
export const audit = (db: Database): Promise<AuditAnswer> => db.tx(readAudit);

async function readAudit(sql: Sql): Promise<AuditAnswer> {
  await sql.query(LIMITS);
  const { rows: lines } = await sql.query<AuditLine>('SELECT invariant, violations FROM audit');
  const { rows } = await sql.query<{ at: Date }>('SELECT now() AS at');
  return { lines, at: rows[0]?.at };
}

type Found = (lines: readonly AuditLine[]) => void;

/** Inspections, for a loop that asks for one every minute; `found` is told what each has read. */
export function inspections(db: Database, log: Log, found: Found): () => Promise<void> {
  let notBefore = 0;
  return async () => {
    const start = Date.now();
    if (start < notBefore) return;
    await inspect(db, log, found);
    notBefore = start + (Date.now() - start) / SHARE;
  };
}

/** Looks at the books as somebody who trusts nobody would, and logs what is not right. Two replicas never do it at once. */
async function inspect(db: Database, log: Log, found: Found): Promise<void> {
  const lines = await db.tx(async (sql) => {
    const { rows } = await sql.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('audit')) AS mine`,
    );
    return rows[0]?.mine ? (await readAudit(sql)).lines : [];
  });
  if (lines.length > 0) found(lines);
  for (const { invariant, violations } of lines)
    if (violations !== 0) log.error({ alarm: true, invariant, violations }, 'the ledger is not right');

  const { rows } = await db.query<{ today: number; median: number }>('SELECT * FROM award_spending');
  for (const { today, median } of rows)
    if (median > 0 && today > UNUSUAL * median)
      log.error({ alarm: true, today, median }, 'awards against the computer cost far more than usual');
  await db.query('SELECT forget_addresses()');
}
