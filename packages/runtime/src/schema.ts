import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from './postgres.ts';

/** Migrations of the tables that every service has (outbox, inbox, dead letters), and the table of the applied ones. */
export const SHARED = {
  dir: fileURLToPath(new URL('../migrations', import.meta.url)),
  table: 'runtime_migration',
};
/** The table of a service's own applied migrations. */
export const OWN_TABLE = 'schema_migration';

/** Throws if the schema is older than this code. A newer one is accepted, because migrations only expand. */
export async function assertSchema(sql: Sql, dir: string): Promise<void> {
  const missing = [
    ...(await unapplied(sql, SHARED.dir, SHARED.table)),
    ...(await unapplied(sql, dir, OWN_TABLE)),
  ];
  if (missing.length > 0)
    throw new Error(`the schema is older than the service: ${missing.join(', ')} not applied`);
}

async function unapplied(sql: Sql, dir: string, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(`SELECT name FROM ${table}`);
  const have = new Set(rows.map((row) => row.name));
  return (await migrationNames(dir)).filter((name) => !have.has(name));
}

/** Returns the names of a folder's migrations in order. */
export async function migrationNames(dir: string): Promise<string[]> {
  const files = await readdir(dir);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .sort();
}
