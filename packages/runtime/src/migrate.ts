import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import createKnex, { type Knex } from 'knex';
import pg from 'pg';
import { sqlState } from './postgres.ts';
import {
  migrationNames,
  OWN_MIGRATIONS_TABLE,
  ownMigrations,
  repeatableFiles,
  SHARED_MIGRATIONS,
} from './schema.ts';

/** Key of the advisory lock: any number, the same for all migrations of a database. */
const LOCK = 1_515_151_515;
/** Wait for a lock on a table: half as long as the statements wait that queue behind the migration, so that they succeed. */
const LOCK_MS = 1_000;
/** Attempts, and the pause between them in which queued statements run. */
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;
/** A lock timeout, or a deadlock with a transaction of the service: both are temporary. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Brings a service's database to the newest schema, as the database's owner: the shared tables, then the service's own
 * (`migrations/` of its folder `dir`, `.sql` files in the order of their names, each a transaction), then its functions,
 * views and triggers (`sql/`). Runs under an advisory lock: a second run waits and then finds nothing to do. Throws when
 * a table stays in use for minutes.
 */
export async function migrate(options: { url: string; dir: string }): Promise<void> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'migrate' });
  await client.connect();
  try {
    // knex has a lock of its own, which fails instead of waiting.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await apply(options.url, SHARED_MIGRATIONS.dir, SHARED_MIGRATIONS.table);
    await apply(options.url, ownMigrations(options.dir), OWN_MIGRATIONS_TABLE);
    await applyFiles(client, options.dir);
    // A service compares the schema it finds with the one it was written for.
    await client.query(`GRANT SELECT ON ${SHARED_MIGRATIONS.table}, ${OWN_MIGRATIONS_TABLE} TO PUBLIC`);
  } finally {
    await client.end();
  }
}

async function apply(url: string, dir: string, tableName: string): Promise<void> {
  const connection = { connectionString: url, application_name: 'migrate', lock_timeout: LOCK_MS };
  const knex = createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: SILENT_LOGGER });
  // A database may know newer migrations than this code: changes only expand.
  const config = { tableName, migrationSource: new SqlFiles(dir), disableMigrationsListValidation: true };
  try {
    for (;;) {
      const [applied, pending] = (await knex.migrate.list(config)) as [{ name: string }[], string[]];
      const [next] = pending;
      if (next === undefined) return;
      const later = applied.find(({ name }) => name > next);
      if (later) throw new Error(`${next} should have been applied before ${later.name}`);
      await inShortAttempts(() => knex.migrate.up(config)).catch((error: unknown) => {
        // The error of the database names no file.
        throw new Error(`${next} was not applied`, { cause: error });
      });
    }
  } finally {
    await knex.destroy();
  }
}

/**
 * Applies the repeatable files when one of them is not the text in force. Then it applies all of them, in the order of
 * their names and in one transaction: a file may drop what a later one creates again. A database with newer migrations
 * keeps its functions, views and triggers: they are of newer code, and support this one.
 */
async function applyFiles(client: pg.Client, dir: string): Promise<void> {
  const files = await repeatableFiles(dir);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'SELECT DISTINCT ON (name) name, hash FROM repeatable_migration ORDER BY name, id DESC',
  );
  const inForce = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = files.filter(({ name, hash }) => inForce.get(name) !== hash);
  if (changed.length === 0 || (await hasNewerMigrations(client, dir))) return;
  let current = '';
  const work = async (): Promise<void> => {
    for (const { name, text } of files) {
      current = name;
      await client.query(text);
    }
    for (const { name, hash } of changed)
      await client.query('INSERT INTO repeatable_migration (name, hash) VALUES ($1, $2)', [name, hash]);
  };
  await inShortAttempts(() => inTransaction(client, work)).catch((error: unknown) => {
    throw new Error(`${current} was not applied`, { cause: error });
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}`);
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    // On a broken connection the first error says why.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function hasNewerMigrations(client: pg.Client, dir: string): Promise<boolean> {
  const names = new Set(await migrationNames(ownMigrations(dir)));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${OWN_MIGRATIONS_TABLE}`);
  return rows.some(({ name }) => !names.has(name));
}

async function inShortAttempts(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const passes = [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error));
      if (!passes || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Logs nothing: errors are thrown. */
const SILENT_LOGGER: Knex.Logger = { warn: () => undefined, error: () => undefined, debug: () => undefined };

/** The `.sql` files of a folder as knex' migrations; their names have no extension. */
class SqlFiles implements Knex.MigrationSource<string> {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  getMigrations(): Promise<string[]> {
    return migrationNames(this.#dir);
  }

  getMigrationName(name: string): string {
    return name;
  }

  async getMigration(name: string): Promise<Knex.Migration> {
    const text = await readFile(join(this.#dir, `${name}.sql`), 'utf8');
    // knex drops the backslashes before a question mark, and the migration would mean something else.
    if (text.includes('\\?')) throw new Error(String.raw`"\?" cannot be sent: write "[?]" in a pattern`);
    return {
      // knex takes a question mark for a placeholder.
      up: (transaction) => transaction.raw(text.replaceAll('?', '\\?')),
      down: () => Promise.reject(new Error('migrations only go up')),
    };
  }
}
