import pg from 'pg';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { span } from './trace.ts';

/** bigint columns are coins, counts and ids: safe integers, checked where they enter. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('a bigint is beyond the safe integers');
  return value;
});

/** Anything SQL can be sent to: the pool, or the connection of a transaction. */
export interface Sql {
  query<R extends pg.QueryResultRow>(
    text: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}

/** A service's database. */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction and answers what it answers. Deadlocks and serialization failures are tried again,
   * twice; `work` must therefore do nothing but SQL.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/** Opens the pool; connections are made when needed and dropped when idle. */
export function openDatabase(
  options: { service: string; url: string; pool: number },
  context: { log: Log; lifecycle: Lifecycle },
): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.service,
    min: 0,
    max: options.pool,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    // The server's own limit does not help when it is the server that went: no query may wait for ever.
    query_timeout: 7_000,
    keepAlive: true,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that dies while idle is replaced at the next query.
  pool.on('error', (error) => context.log.warn({ err: error }, 'idle database connection lost'));
  context.lifecycle.onStop('postgres', () => pool.end());

  return {
    query: (text, values) => pool.query(text, values),
    tx: (work) => span('postgres.tx', 'client', () => transaction(pool, work)),
  };
}

async function transaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = await client.query('ROLLBACK').then(
        () => undefined,
        (rollback: Error) => rollback,
      );
      if (attempt >= ATTEMPTS || !RETRIABLE.has(sqlState(error))) throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** The five-character SQLSTATE of a database error, or empty. `23505` is a second use of a unique key. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** The constraint a database error names, or empty. */
export function violatedConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}
