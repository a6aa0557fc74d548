import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import createKnex, { type Knex } from 'knex';
import pg from 'pg';
import { sqlState } from './postgres.ts';
import { migrationNames, OWN_TABLE, SHARED } from './schema.ts';

/** Key of the advisory lock: any number, the same for all migrations of a database. */
const LOCK = 1_515_151_515;
/** Wait for a lock on a table. Later statements queue behind the migration, so it must be short. */
const LOCK_MS = 2_000;
/** Attempts, and the pause between them in which queued statements run. */
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;
/** A lock timeout, or a deadlock with a transaction of the service: both are temporary. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Migrates a service's database as its owner: the shared tables, then its own in `dir` (`.sql` files in the order of their
 * names), each file in a transaction. An advisory lock makes concurrent runs wait for each other. Throws when a table stays
 * locked for minutes.
 */
export async function migrate(options: { url: string; dir: string }): Promise<void> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'migrate' });
  await client.connect();
  try {
    // The lock of knex fails instead of waiting.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await apply(options.url, SHARED.dir, SHARED.table);
    await apply(options.url, options.dir, OWN_TABLE);
    // A service compares the schema with its migrations when it starts (`assertSchema`).
    await client.query(`GRANT SELECT ON ${SHARED.table}, ${OWN_TABLE} TO PUBLIC`);
  } finally {
    await client.end();
  }
}

async function apply(url: string, dir: string, tableName: string): Promise<void> {
  const connection = { connectionString: url, application_name: 'migrate', lock_timeout: LOCK_MS };
  const knex = createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: SILENT });
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
const SILENT: Knex.Logger = { warn: () => undefined, error: () => undefined, debug: () => undefined };

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
