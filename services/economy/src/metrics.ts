import { pollMetrics, gauge, total, type Database, type ProcessContext } from '@fifteen/runtime';
import { auditState, type AuditState } from './audit.ts';

/** What the ledger says of itself; docs/metrics.md says what each means. */

interface Held {
  stakes: number;
  coins: number;
  oldest: number;
}

/** Stakes that are held, and coins that were made and ended so far: the same at every replica. */
export function observeMoney(db: Database, context: ProcessContext): void {
  const held = pollMetrics('stakes', context, () => readHeld(db));
  const observeHeld = (name: string, description: string, of: keyof Held): void =>
    gauge(name, description, context, () => {
      const row = held();
      return row && [[row[of]]];
    });
  observeHeld('fifteen_stakes_held', 'Stakes held for active games.', 'stakes');
  observeHeld('fifteen_stakes_held_coins', 'Coins in held stakes.', 'coins');
  observeHeld('fifteen_stakes_oldest_age_seconds', 'Age of the oldest held stake.', 'oldest');

  const ends = pollMetrics('mints and sinks', context, endsReader(db));
  const observeEnds = (name: string, description: string, kind: 'mint' | 'sink', label: string): void =>
    total(name, description, context, () =>
      ends()
        ?.filter((end) => end.kind === kind)
        .map(({ why, coins }) => [coins, { [label]: why }] as const),
    );
  observeEnds('fifteen_coins_minted_total', 'Coins minted.', 'mint', 'source');
  observeEnds('fifteen_coins_sunk_total', 'Coins removed from circulation.', 'sink', 'sink');
}

async function readHeld(db: Database): Promise<Held | undefined> {
  const { rows } =
    await db.query<Held>(`SELECT count(*) AS stakes, coalesce(2 * sum(bet), 0)::bigint AS coins,
        coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest
      FROM stake WHERE state = 'held'`);
  return rows[0];
}

interface End {
  kind: 'mint' | 'sink';
  why: string;
  coins: number;
}

/**
 * Reads the accounts of mints and sinks by their names (`mint:<why>/<shard>`, `sink:<why>`), a few dozen among all
 * wallets. Only migrations make them, so they are looked for once.
 */
function endsReader(db: Database): () => Promise<End[]> {
  let ids: string[] | undefined;
  return async () => {
    ids ??= (
      await db.query<{ id: string }>(`SELECT id FROM account WHERE kind IN ('mint', 'sink')`)
    ).rows.map(({ id }) => id);
    const { rows } = await db.query<End>(
      `SELECT kind, split_part(split_part(id, ':', 2), '/', 1) AS why, sum(debits + credits)::bigint AS coins
        FROM account WHERE id = ANY ($1) GROUP BY kind, why`,
      [ids],
    );
    return rows;
  };
}

/** The state of the ledger as the audits left it, whichever replica ran them. */
export function observeAudit(db: Database, context: ProcessContext): void {
  const newest = pollMetrics('audits', context, () => auditState(db));
  gauge(
    'fifteen_ledger_audit_violations',
    'Violations found by the last full audit and the incremental audits since.',
    context,
    () => newest()?.lines.map(({ invariant, violations }) => [violations, { invariant }] as const),
  );
  const latest: Pick<AuditState, 'at' | 'fullAt'> = {};
  const observeTime = (name: string, description: string, of: 'at' | 'fullAt'): void =>
    // A time stays true while the database is unavailable: its age is what an alert is about.
    gauge(name, description, context, () => {
      latest[of] = newest()?.[of] ?? latest[of];
      const at = latest[of];
      return at && [[at.getTime() / 1_000]];
    });
  observeTime('fifteen_ledger_audit_last_run_timestamp_seconds', 'Time of the last audit of new rows.', 'at');
  observeTime(
    'fifteen_ledger_audit_last_full_run_timestamp_seconds',
    'Time of the last audit of all rows.',
    'fullAt',
  );
}
