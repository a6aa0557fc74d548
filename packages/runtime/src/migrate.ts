import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Sql } from './postgres.ts';

/** Tables that every service has: outbox, inbox, dead letters. */
const SHARED = { dir: fileURLToPath(new URL('../migrations', import.meta.url)), table: 'runtime_migration' };
const OWN_TABLE = 'schema_migration';

/**
 * Brings a service's database to the newest schema: the shared tables, then its own in `dir` (plain `.sql` files in
 * the order of their names), as the database's owner. Runs under an advisory lock: a second one waits and then finds
 * nothing to do.
 */
export async function migrate(options: { url: string; dir: string }): Promise<void> {
  await apply(options.url, SHARED.dir, SHARED.table);
  await apply(options.url, options.dir, OWN_TABLE);
  await letServicesRead(options.url);
}

/** A service compares the schema it finds with the one it was written for, so its role must see what was applied. */
async function letServicesRead(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`GRANT SELECT ON ${SHARED.table}, ${OWN_TABLE} TO PUBLIC`);
  } finally {
    await client.end();
  }
}

async function apply(url: string, dir: string, table: string): Promise<void> {
  await runner({
    databaseUrl: { connectionString: url, application_name: 'migrate' },
    dir,
    direction: 'up',
    migrationsTable: table,
    advisoryLockMode: 'wait',
    checkOrder: true,
    log: () => undefined,
  });
}

/** Refuses to go on over a schema older than this code was written for. Newer ones are fine: changes only expand. */
export async function assertSchema(sql: Sql, dir: string): Promise<void> {
  const missing = [
    ...(await unapplied(sql, SHARED.dir, SHARED.table)),
    ...(await unapplied(sql, dir, OWN_TABLE)),
  ];
  if (missing.length > 0)
    throw new Error(`the schema is older than the service: ${missing.join(', ')} not applied`);
}

async function unapplied(sql: Sql, dir: string, table: string): Promise<string[]> {
  const wanted = (await readdir(dir))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4));
  const { rows } = await sql.query<{ name: string }>(`SELECT name FROM ${table}`);
  const have = new Set(rows.map((row) => row.name));
  return wanted.filter((name) => !have.has(name)).sort();
}
