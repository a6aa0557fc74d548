import type { AuditLine } from '@fifteen/proto/economy';
import { figures, gauge, total, type Database, type ServiceContext } from '@fifteen/runtime';

/** What the ledger says of itself; docs/metrics.md says what each means. */

interface Held {
  stakes: number;
  coins: number;
  oldest: number;
}

/** Stakes that are held, and coins that were made and ended so far: the same at every replica. */
export function observeMoney(db: Database, context: ServiceContext): void {
  const held = figures('stakes', context, () => readHeld(db));
  const observeHeld = (name: string, description: string, of: keyof Held): void =>
    gauge(name, description, context, () => {
      const row = held();
      return row && [[row[of]]];
    });
  observeHeld('stakes_held', 'Stakes that are held for running games.', 'stakes');
  observeHeld('stakes_held_coins', 'Coins in them.', 'coins');
  observeHeld('stake_oldest_seconds', 'Age of the oldest of them.', 'oldest');

  const ends = figures('mints and sinks', context, endsReader(db));
  const observeEnds = (name: string, description: string, kind: 'mint' | 'sink', label: string): void =>
    total(name, description, context, () =>
      ends()
        ?.filter((end) => end.kind === kind)
        .map(({ why, coins }) => [coins, { [label]: why }] as const),
    );
  observeEnds('coins_minted_total', 'Coins made.', 'mint', 'source');
  observeEnds('coins_sunk_total', 'Coins that ended.', 'sink', 'sink');
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

/** What inspections of the books find: call the answer with each. */
export function observeFindings(context: ServiceContext): (lines: readonly AuditLine[]) => void {
  let newest: readonly AuditLine[] = [];
  let at: number | undefined;
  gauge('ledger_audit_violations', 'What the last audit here has found.', context, () =>
    newest.map(({ invariant, violations }) => [violations, { line: invariant }] as const),
  );
  gauge('ledger_audit_last_run_timestamp_seconds', 'When that was.', context, () =>
    at === undefined ? undefined : [[at]],
  );
  return (lines) => {
    newest = lines;
    at = Date.now() / 1_000;
  };
}
