import pg from 'pg';
import { AppError, unavailable } from './app-error.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';
import { gauge, histogram, timed } from './metrics/meter.ts';
import { postgresAttributes } from './span-attributes.ts';
import { span } from './trace.ts';

/** bigint columns are coins, counts and ids: safe integers, checked where they enter. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('a bigint is beyond the safe integers');
  return value;
});

/** A statement whose best plan depends on its values: it is planned each time. */
interface Planned {
  text: string;
  values?: unknown[];
}

/** Anything SQL can be sent to: the pool, or the connection of a transaction. */
export interface Sql {
  /** A text with values is parsed and planned once for a connection: for most of ours that takes longer than to run. */
  query<R extends pg.QueryResultRow>(
    statement: string | Planned,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}

/**
 * A service's database. One that is away, starting, stopping, full or too slow is no defect: whatever was asked of it
 * then is refused with SERVICE_UNAVAILABLE, and may be asked again, whatever became of it. Deadlocks and serialization
 * failures are tried again, twice, and refused in the same way. All other errors are the statement's own (`sqlState`).
 */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction and returns its result. It may run more than once, so it must do nothing but SQL.
   * @param limitMs for each statement and each wait for a lock, where the usual 5 s and 2 s are too short
   */
  tx<T>(work: (sql: Sql) => Promise<T>, limitMs?: number): Promise<T>;
}

const sqlDuration = histogram('fifteen_sql_duration_seconds', 'Duration of a statement or a transaction.');
const outcomeOf = (error?: unknown): { outcome: 'ok' | 'unavailable' | 'failed' } => ({
  outcome: error === undefined ? 'ok' : error instanceof AppError ? 'unavailable' : 'failed',
});

/** How long a statement may take, where its transaction does not set another limit. */
const STATEMENT_MS = 5_000;
/** How much longer the driver waits for the server to end a statement that took too long. */
const GRACE_MS = 2_000;

const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/**
 * SQLSTATEs of a database that is not there for anybody just now: its connections (08), its memory, disk and number of
 * connections (53, 58), its operators and limits of time (57, 55P03, 25P03); or it is a standby (25006).
 */
const AWAY = /^(08|53|57|58|55P03|25P03|25006)/;
/** What the driver says when `query_timeout` is over; the connection is of no use then. */
const NO_ANSWER = 'Query read timeout';

/** A pool whose connections bound every statement and every wait. */
const openPool = (options: { service: string; url: string; pool: number }): pg.Pool =>
  new pg.Pool({
    connectionString: options.url,
    application_name: options.service,
    min: 0,
    max: options.pool,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    // The server's own limit does not help when the server is gone: no query may wait for ever.
    query_timeout: STATEMENT_MS + GRACE_MS,
    keepAlive: true,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  });

/** Opens the pool; connections are made when needed and dropped when idle. */
export function openDatabase(
  options: { service: string; url: string; pool: number },
  context: { log: Log; lifecycle: Lifecycle },
): Database {
  const pool = openPool(options);
  context.lifecycle.onStop('postgres', () => pool.end());
  const { refuse, answered } = watch(options.service, context);
  gauge(
    'fifteen_pg_pool_connections',
    'Connections of the pool, and requests that wait for one.',
    context,
    () => [
      [pool.totalCount - pool.idleCount, { state: 'used' }],
      [pool.idleCount, { state: 'idle' }],
      [pool.waitingCount, { state: 'waiting' }],
    ],
  );

  // A connection may die at any moment, also between two statements of a transaction, when nobody waits for it. An error
  // that nobody hears would end the process; whoever holds the connection learns of it by the next statement.
  const lost = new WeakMap<pg.ClientBase, Error>();
  pool.on('connect', (client) => client.on('error', (error) => lost.set(client, error)));
  pool.on('error', (error) => context.log.debug({ err: error }, 'idle database connection lost'));

  const statements = new Statements();
  // The driver's own limit is for each query, and drops the connection: it must be longer than the server's.
  const sqlOf = (client: pg.ClientBase, limitMs?: number): Sql => ({
    query: (statement, values) =>
      client.query({
        ...statements.prepared(statement, values),
        ...(limitMs && { query_timeout: limitMs + GRACE_MS }),
      } as pg.QueryConfig),
  });
  const attempts = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(refuse(error)));
      let broken: Error | undefined;
      try {
        const result = await work(client);
        answered();
        return result;
      } catch (error) {
        broken = lost.get(client) ?? (isAway(error) ? error : undefined);
        const raced = !broken && (RETRIABLE.has(sqlState(error)) || statements.forgetIfStale(error));
        if (raced && attempt < ATTEMPTS) continue;
        throw broken || raced ? refuse(error) : error;
      } finally {
        client.release(broken);
      }
    }
  };
  const use = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    timed(sqlDuration, () => attempts(work), outcomeOf);
  return {
    query: (statement, values) => use((client) => sqlOf(client).query(statement, values)),
    tx: (work, limitMs) => {
      const extended = async (sql: Sql): ReturnType<typeof work> => {
        if (limitMs)
          await sql.query(`SET LOCAL statement_timeout = ${limitMs}; SET LOCAL lock_timeout = ${limitMs}`);
        return work(sql);
      };
      const run = (): ReturnType<typeof work> =>
        use((client) => transaction(client, () => extended(sqlOf(client, limitMs)), lost));
      return span('postgres.tx', 'client', run, { attributes: postgresAttributes });
    },
  };
}

/** The names under which connections know prepared statements: one for each text. */
class Statements {
  readonly #names = new Map<string, string>();
  #given = 0;

  prepared(statement: string | Planned, values?: unknown[]): pg.QueryConfig {
    if (typeof statement !== 'string') return statement;
    if (!values) return { text: statement };
    let name = this.#names.get(statement);
    if (name === undefined) this.#names.set(statement, (name = `s${(this.#given += 1)}`));
    return { name, text: statement, values };
  }

  /** A migration has changed what a statement answers: under new names all are prepared anew. */
  forgetIfStale(error: unknown): boolean {
    const stale = error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
    if (stale) this.#names.clear();
    return stale;
  }
}

/** Says once that the database is away, and once that it is back, however many asked for it meanwhile. */
function watch(
  service: string,
  context: { log: Log; lifecycle: Lifecycle },
): { refuse: (error: unknown) => unknown; answered: () => void } {
  const { log } = context;
  let away = false;
  observeDependency('postgres', context, () => !away);
  return {
    refuse: (error) => {
      if (error instanceof AppError) return error;
      if (!away) log.warn({ err: error }, 'database became unavailable');
      away = true;
      return unavailable(service);
    },
    answered: () => {
      if (away) log.info('database became available again');
      away = false;
    },
  };
}

const isAway = (error: unknown): error is Error =>
  AWAY.test(sqlState(error)) || (error instanceof Error && error.message === NO_ANSWER);

async function transaction<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  lost: WeakMap<pg.ClientBase, Error>,
): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that is going to be dropped needs none, and one that does not answer would let us wait for it.
    if (!isAway(error)) await client.query('ROLLBACK').catch((failed: Error) => lost.set(client, failed));
    throw error;
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
