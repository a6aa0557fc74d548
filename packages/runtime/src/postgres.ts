import type { Socket } from 'node:net';
import pg from 'pg';
import { AppError, isAppError, unavailable } from './app-error.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';
import { gauge, histogram, timed } from './metrics/meter.ts';
import { postgresAttributes } from './span-attributes.ts';
import { span } from './trace.ts';

/** bigint columns hold coins, counts and ids: safe integers, which is checked here. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('a bigint is beyond the safe integers');
  return value;
});

/** A statement that is planned each time, because its best plan depends on its values. */
interface ReplannedStatement {
  text: string;
  values?: unknown[];
}

/**
 * Runs SQL: the pool, or the connection of a transaction. Within a transaction, statements run in the order of their
 * calls, and those that are called at the same moment share a round trip.
 */
export interface Sql {
  /** Prepares a text with values once for a connection: most statements take longer to plan than to run. */
  query<R extends pg.QueryResultRow>(
    statement: string | ReplannedStatement,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}

/**
 * A service's database. While it is unavailable, starting, stopping, full or too slow, statements fail with
 * SERVICE_UNAVAILABLE; a failed commit may have happened. Deadlocks and serialization failures are retried twice, then fail
 * in the same way. All other errors are those of the statement (`sqlState`).
 */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction and returns its result. It may run more than once, so it must do nothing but SQL.
   * @param limitMs for each statement and each wait for a lock, where the usual 5 s and 2 s are too short
   */
  tx<T>(work: (sql: Sql) => Promise<T>, limitMs?: number): Promise<T>;
}

const sqlDuration = histogram('fifteen_sql_duration_seconds', 'Duration of a statement or a transaction.');
/** A transaction that a rule of the product rolled back was served: only the database's own errors are failures. */
const outcomeOf = (error?: unknown): { outcome: 'ok' | 'unavailable' | 'failed' } => {
  if (isAppError(error, 'SERVICE_UNAVAILABLE')) return { outcome: 'unavailable' };
  return { outcome: error === undefined || error instanceof AppError ? 'ok' : 'failed' };
};

/** Limit of a statement, unless its transaction sets another. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Additional time that the driver waits for the server to cancel a slow statement. */
const CANCEL_GRACE_MS = 2_000;

const RETRIABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/**
 * SQLSTATEs of an unavailable database: lost connections (08), no memory, disk or connections left (53, 58), a shutdown or
 * a timeout (57, 55P03, 25P03), a standby (25006).
 */
const UNAVAILABLE = /^(08|53|57|58|55P03|25P03|25006)/;
/** SQLSTATE of a text that is not in the database's encoding. */
const UNSTORABLE = '22021';
/** SQLSTATE of a statement that the server ignored, because one before it had failed. */
const ABORTED = '25P02';
/** The driver's message after `query_timeout`; the connection cannot be used any more. */
const QUERY_TIMEOUT = 'Query read timeout';

/**
 * The first statement of a connection. A server that has crashed shows commits that its standby may lack, and a failover
 * would lose what callers were acknowledged by them. This commit waits until the standby has all commits before it.
 */
const AWAIT_STANDBY = `SELECT pg_logical_emit_message(true, 'fifteen', '')`;
const checked = new WeakSet<pg.ClientBase>();

/** Makes that statement the first one of a connection. */
async function awaitStandby(client: pg.ClientBase): Promise<void> {
  if (checked.has(client)) return;
  await client.query(AWAIT_STANDBY);
  checked.add(client);
}

/** Opens a pool whose connections limit every statement and every wait. */
function openPool(
  options: { service: string; url: string; pool: number },
  context: { log: Log; lifecycle: Lifecycle },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.service,
    min: 0,
    max: options.pool,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The server's limit does not end a query whose server has crashed.
    query_timeout: STATEMENT_TIMEOUT_MS + CANCEL_GRACE_MS,
    keepAlive: true,
    // Linux waits for two hours by default, and the longest transaction may take one.
    keepAliveInitialDelayMillis: 10_000,
    // Statements that are sent without waiting for each other share a round trip.
    pipeline: true,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  context.lifecycle.onStop('postgres', () => pool.end());
  gauge('fifteen_pg_pool_connections', 'Pool connections, and requests that wait for one.', context, () => [
    [pool.totalCount - pool.idleCount, { state: 'used' }],
    [pool.idleCount, { state: 'idle' }],
    [pool.waitingCount, { state: 'waiting' }],
  ]);
  return pool;
}

/** Opens the database. Connections are opened on demand and closed when idle. */
export function openDatabase(
  options: { service: string; url: string; pool: number },
  context: { log: Log; lifecycle: Lifecycle },
): Database {
  const pool = openPool(options, context);
  const { toOutage, responded } = watchOutages(options.service, context);
  // A connection may break between two statements of a transaction, when none is pending. An error without a listener
  // would end the process; the transaction gets it with its next statement.
  const lost = new WeakMap<pg.ClientBase, Error>();
  pool.on('connect', (client) => client.on('error', (error) => lost.set(client, error)));
  pool.on('error', (error) => context.log.debug({ err: error }, 'idle database connection lost'));

  const statements = new Statements();
  // The driver's limit closes the connection, so it must be longer than the server's.
  const sqlOf = (client: pg.ClientBase, limitMs?: number): Sql => ({
    query: (statement, values) => {
      writeTogether(client);
      return client.query({
        ...statements.prepared(statement, values),
        ...(limitMs && { query_timeout: limitMs + CANCEL_GRACE_MS }),
      } as pg.QueryConfig);
    },
  });
  const attempts = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(toOutage(error)));
      let broken: Error | undefined;
      try {
        await awaitStandby(client);
        const result = await work(client);
        responded();
        return result;
      } catch (error) {
        broken = lost.get(client) ?? (isOutage(error) ? error : undefined);
        const isRetriable = !broken && (RETRIABLE.has(sqlState(error)) || statements.forgetIfStale(error));
        if (isRetriable && attempt < ATTEMPTS) continue;
        throw broken || isRetriable ? toOutage(error) : toUnstorableTextError(error);
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
        use((client) => transaction(client, sqlOf(client, limitMs), extended, lost));
      return span('postgres.tx', 'client', run, { attributes: postgresAttributes });
    },
  };
}

/** Collects what is sent at this moment into one write, because a write costs more than a simple statement. */
function writeTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The names of prepared statements: one for each text. */
class Statements {
  readonly #names = new Map<string, string>();
  #given = 0;

  prepared(statement: string | ReplannedStatement, values?: unknown[]): pg.QueryConfig {
    if (typeof statement !== 'string') return statement;
    if (!values) return { text: statement };
    let name = this.#names.get(statement);
    if (name === undefined) this.#names.set(statement, (name = `s${(this.#given += 1)}`));
    return { name, text: statement, values };
  }

  /** After a migration changed the result of a statement, gives all statements new names. Returns whether it did. */
  forgetIfStale(error: unknown): boolean {
    const stale = error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
    if (stale) this.#names.clear();
    return stale;
  }
}

/** Logs the begin and the end of an outage of the database once each. */
function watchOutages(
  service: string,
  context: { log: Log; lifecycle: Lifecycle },
): { toOutage: (error: unknown) => unknown; responded: () => void } {
  const { log } = context;
  let isDown = false;
  observeDependency('postgres', context, () => !isDown);
  return {
    toOutage: (error) => {
      if (error instanceof AppError) return error;
      if (!isDown) log.warn({ err: error }, 'database unavailable');
      isDown = true;
      return unavailable(service, error);
    },
    responded: () => {
      if (isDown) log.info('database available again');
      isDown = false;
    },
  };
}

const isOutage = (error: unknown): error is Error =>
  UNAVAILABLE.test(sqlState(error)) || (error instanceof Error && error.message === QUERY_TIMEOUT);

/** Returns the caller's error for a text that no database stores, such as one with NUL, and any other error unchanged. */
const toUnstorableTextError = (error: unknown): unknown =>
  sqlState(error) === UNSTORABLE
    ? new AppError('INVALID', { reason: 'A text has characters that cannot be stored' })
    : error;

async function transaction<T>(
  client: pg.PoolClient,
  sql: Sql,
  work: (sql: Sql) => Promise<T>,
  lost: WeakMap<pg.ClientBase, Error>,
): Promise<T> {
  let isOpen = true;
  let cause: unknown;
  const inside: Sql = {
    query: async (statement, values) => {
      // After one of several statements has failed, what goes on with another must not write outside of the transaction.
      if (!isOpen) throw new Error('the transaction has ended');
      try {
        return await sql.query(statement, values);
      } catch (error) {
        cause ??= error;
        throw error;
      }
    },
  };
  try {
    writeTogether(client);
    // The first statement goes with it: it fails if the transaction does not begin.
    const begun = client.query('BEGIN');
    const [result] = await Promise.all([work(inside), begun]);
    isOpen = false;
    await client.query('COMMIT');
    return result;
  } catch (failure) {
    isOpen = false;
    // Of several statements, one may be noticed before that which made the server ignore it.
    const error = sqlState(failure) === ABORTED ? cause : failure;
    // During an outage the connection is closed, and a ROLLBACK would wait for a server that does not respond.
    if (!isOutage(error)) await client.query('ROLLBACK').catch((failed: Error) => lost.set(client, failed));
    throw error;
  }
}

/** Returns the five-character SQLSTATE of a database error, or an empty text. `23505` is a duplicate key. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Returns the constraint that a database error names, or an empty text. */
export function violatedConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}
