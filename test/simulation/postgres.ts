import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import {
  migrationNames,
  ownMigrations,
  OWN_MIGRATIONS_TABLE,
  SHARED_MIGRATIONS,
} from '../../packages/runtime/src/schema.ts';
import { root } from '../../scripts/lib/root.ts';
import { Connection } from './connection.ts';
import { emptyDatabase } from './empty-database.ts';
import { sourceOf } from './mutant.ts';

interface Options {
  prepare: (postgres: Postgres) => void;
  kept: readonly string[];
  notify: string;
}

/**
 * The database of one service: PostgreSQL itself, compiled to WebAssembly and called synchronously in this process. It has
 * one session, so transactions run one after the other.
 */
export class Postgres {
  readonly #connection: Connection;
  readonly #role: string;
  /** Deletes what a run wrote. */
  readonly #clear: string[] = [];
  /** Restores every row as it was after the start. */
  readonly #restore: string[] = [];
  /** Settles when the last transaction has ended. */
  #last: Promise<unknown> = Promise.resolve();
  /** False while the database is unavailable. */
  isUp = true;

  private constructor(server: PGlite, role: string) {
    this.#role = role;
    this.#connection = new Connection((bytes) => exchange(server, bytes));
  }

  /**
   * Starts a server with the schema of a service, whose statements run with the service's role.
   * @param prepare inserts rows that are there from the beginning
   * @param kept tables that `clear` leaves as they are
   * @param notify SQL by which transactions notify of what is observed in them
   */
  static async start(
    service: string,
    { prepare, kept = [], notify = '' }: Partial<Options> = {},
  ): Promise<Postgres> {
    const role = `fifteen_${service}`;
    const postgres = new Postgres(await PGlite.create({ loadDataDir: await emptyDatabase() }), role);
    const run = (text: string): unknown => postgres.#connection.query(text);
    // One plan for all values: otherwise the plan would depend on the runs before.
    run(`CREATE ROLE ${role}; SET plan_cache_mode = force_generic_plan; SET synchronous_commit = off`);
    for (const table of [SHARED_MIGRATIONS.table, OWN_MIGRATIONS_TABLE])
      run(`CREATE TABLE ${table} (name text)`);
    const folder = join(root, 'services', service);
    const repeatable = join(folder, 'sql');
    for (const dir of [
      SHARED_MIGRATIONS.dir,
      ownMigrations(folder),
      ...(existsSync(repeatable) ? [repeatable] : []),
    ])
      for (const name of await migrationNames(dir)) run(sourceOf(join(dir, `${name}.sql`)));
    run(notify);
    run(`SET ROLE ${role}`);
    prepare?.(postgres);
    run('RESET ROLE');
    postgres.#remember(kept);
    postgres.restore();
    return postgres;
  }

  /** Calls the listener with what a transaction notified of, at its commit. */
  onNotification(listener: (payload: string) => void): void {
    this.#connection.onNotification = listener;
  }

  query<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): pg.QueryResult<R> {
    return this.#connection.query<R>(text, values);
  }

  /** Runs work that no other statement interrupts. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /**
   * Deletes what a run wrote, but for the kept tables. Triggers stay as they are: to switch them off would discard all
   * plans, and planning takes longer than a run.
   */
  clear(): void {
    this.#begin();
    for (const statement of this.#clear) this.query(statement, []);
    this.query(`SET ROLE ${this.#role}`);
  }

  /** Restores every row. */
  restore(): void {
    this.#begin();
    // Some triggers forbid to delete.
    this.query('SET session_replication_role = replica');
    for (const statement of this.#restore) this.query(statement);
    this.query('SET session_replication_role = origin');
    this.query('VACUUM');
    this.query(`SET ROLE ${this.#role}`);
  }

  #begin(): void {
    // A run that failed may have left a transaction open.
    this.query('ROLLBACK');
    this.query('RESET ROLE');
    this.query('SELECT setseed(0)');
    this.#last = Promise.resolve();
    this.isUp = true;
  }

  #remember(kept: readonly string[]): void {
    const { rows: tables } = this.query<{ name: string; columns: string }>(
      `SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        GROUP BY relname ORDER BY relname`,
    );
    const { rows: references } = this.query<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f'`,
    );
    this.query('CREATE SCHEMA beginning');
    const order = deletionOrder(
      tables.map(({ name }) => name),
      references,
    );
    const deletions = order.map((name) => ({ name, statement: `DELETE FROM ${name}` }));
    const insertions: { name: string; statement: string }[] = [];
    for (const { name, columns } of tables) {
      this.query(`CREATE TABLE beginning.${name} AS SELECT ${columns} FROM public.${name}`);
      const into = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE`;
      if (this.query(`SELECT FROM beginning.${name}`).rowCount)
        insertions.push({ name, statement: `${into} SELECT ${columns} FROM beginning.${name}` });
    }
    const { rows: sequences } = this.query<{ name: string; last: number | null }>(
      `SELECT sequencename AS name, last_value AS last FROM pg_sequences`,
    );
    const resets = sequences.map(
      ({ name, last }) => `SELECT setval('${name}', ${last ?? 1}, ${last !== null})`,
    );
    const all = [...deletions, ...insertions];
    this.#restore.push(...all.map(({ statement }) => statement), ...resets);
    const cleared = all.filter(({ name }) => !kept.includes(name));
    this.#clear.push(...cleared.map(({ statement }) => statement), ...resets);
  }
}

/**
 * Sends bytes to a server, and returns its response. The stream is synchronous up to its promise, which waits for files
 * only; the synchronous call would also parse each response, and keep it for ever.
 */
function exchange(server: PGlite, bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  // A chunk is memory of the server, which it uses again.
  void server.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (chunk) => chunks.push(Buffer.from(chunk)),
  });
  return Buffer.concat(chunks);
}

/** Orders tables so that one that references another comes first. */
function deletionOrder(
  names: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    for (const { from, to } of references) if (to === name && from !== name) visit(from);
    order.push(name);
  };
  names.forEach(visit);
  return order;
}
