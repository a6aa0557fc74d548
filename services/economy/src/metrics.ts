import { gauge, observableCounter, pollMetrics, type Database, type Sql } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { readAuditState, type AuditState } from './db/audit.ts';

/** Starts the metrics of the ledger, which docs/metrics.md describes. Every replica reports the same values. */
export function startMetrics(context: AppContext): void {
  observeStakes(context);
  observeMintsAndSinks(context);
  observeAudit(context);
}

interface HeldStakes {
  stakes: number;
  coins: number;
  oldest: number;
}

function observeStakes(context: AppContext): void {
  const held = pollMetrics('stakes', context, () => readHeldStakes(context.db));
  const observe = (name: string, description: string, field: keyof HeldStakes): void =>
    gauge(name, description, context, () => {
      const row = held();
      return row && [[row[field]]];
    });
  observe('fifteen_stakes_held', 'Stakes held for active games.', 'stakes');
  observe('fifteen_stakes_held_coins', 'Coins in held stakes.', 'coins');
  observe('fifteen_stakes_oldest_age_seconds', 'Age of the oldest held stake.', 'oldest');
}

async function readHeldStakes(db: Database): Promise<HeldStakes | undefined> {
  const { rows } =
    await db.query<HeldStakes>(`SELECT count(*) AS stakes, coalesce(2 * sum(bet), 0)::bigint AS coins,
        coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest
      FROM stake WHERE state = 'held'`);
  return rows[0];
}

function observeMintsAndSinks(context: AppContext): void {
  const totals = pollMetrics('mints and sinks', context, () => readMintsAndSinks(context.db));
  const observe = (name: string, description: string, kind: 'mint' | 'sink', label: string): void =>
    observableCounter(name, description, context, () =>
      totals()
        ?.filter((row) => row.kind === kind)
        .map(({ reason, coins }) => [coins, { [label]: reason }] as const),
    );
  observe('fifteen_coins_minted_total', 'Coins minted.', 'mint', 'source');
  observe('fifteen_coins_sunk_total', 'Coins removed from circulation.', 'sink', 'sink');
}

interface MintOrSink {
  kind: 'mint' | 'sink';
  reason: string;
  coins: number;
}

/**
 * Reads the totals of the mints and sinks by name (`mint:<reason>/<shard>`, `sink:<reason>`), a few dozen accounts among
 * all wallets. An index has them alone.
 */
export async function readMintsAndSinks(sql: Sql): Promise<MintOrSink[]> {
  const { rows } = await sql.query<MintOrSink>(
    `SELECT kind, split_part(split_part(id, ':', 2), '/', 1) AS reason, sum(debits + credits)::bigint AS coins
      FROM account WHERE kind IN ('mint', 'sink') GROUP BY kind, reason`,
  );
  return rows;
}

function observeAudit(context: AppContext): void {
  const state = pollMetrics('audits', context, () => readAuditState(context.db));
  gauge(
    'fifteen_ledger_audit_violations',
    'Violations found by the last full audit and the incremental audits since.',
    context,
    () => state()?.lines.map(({ invariant, violations }) => [violations, { invariant }] as const),
  );
  const latest: Pick<AuditState, 'at' | 'fullAuditAt'> = {};
  const observeTime = (name: string, description: string, field: 'at' | 'fullAuditAt'): void =>
    // Keeps its value while the database is unavailable: an alert watches the age of the last audit.
    gauge(name, description, context, () => {
      latest[field] = state()?.[field] ?? latest[field];
      const at = latest[field];
      return at && [[at.getTime() / 1_000]];
    });
  observeTime('fifteen_ledger_audit_last_run_timestamp_seconds', 'Time of the last audit of new rows.', 'at');
  observeTime(
    'fifteen_ledger_audit_last_full_run_timestamp_seconds',
    'Time of the last audit of all rows.',
    'fullAuditAt',
  );
}
