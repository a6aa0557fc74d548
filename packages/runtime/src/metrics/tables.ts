import type { Lifecycle } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import type { Sql } from '../postgres.ts';
import { gauge } from './meter.ts';
import { pollMetrics } from './poll.ts';

/** Sizes change slowly. */
const EVERY_MS = 60_000;

/** Exports the size of each table with its indexes, so that one that outgrows its retention is seen. */
export function observeTables(db: Sql, context: { log: Log; lifecycle: Lifecycle }): void {
  const read = async () => {
    const { rows } = await db.query<{ table: string; bytes: number }>(
      `SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    return rows;
  };
  const newest = pollMetrics('tables', context, read, EVERY_MS);
  gauge('fifteen_table_bytes', 'Size of a table with its indexes.', context, () =>
    newest()?.map(({ table, bytes }) => [bytes, { table }]),
  );
}
