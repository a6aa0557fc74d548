import type { Sql } from '@fifteen/runtime';

/** Returns the number of transactions of a database that wait for a lock. */
export async function waitingTransactions(sql: Sql): Promise<number> {
  // pg_stat_activity has what a process waits for as well, but shows it to its own role only.
  const { rowCount } = await sql.query(
    'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
  );
  return rowCount ?? 0;
}
