import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from './postgres.ts';

/** The tables that every service has: outbox, inbox, dead letters. */
export const SHARED_MIGRATIONS = {
  dir: fileURLToPath(new URL('../migrations', import.meta.url)),
  /** Records which of them were applied. */
  table: 'runtime_migration',
};
/** Records which of a service's own migrations were applied. */
export const OWN_MIGRATIONS_TABLE = 'schema_migration';
/** The folder of a service's own migrations. */
export const ownMigrations = (dir: string): string => join(dir, 'migrations');

/**
 * Throws when the schema is older than this code: a migration, or the text of a repeatable file, was never applied. A newer
 * schema is fine, because it supports the code before it. `dir` is the service's folder.
 */
export async function assertSchema(sql: Sql, dir: string): Promise<void> {
  const missing = [
    ...(await unapplied(sql, SHARED_MIGRATIONS.dir, SHARED_MIGRATIONS.table)),
    ...(await unapplied(sql, ownMigrations(dir), OWN_MIGRATIONS_TABLE)),
    ...(await unappliedFiles(sql, dir)),
  ];
  if (missing.length > 0)
    throw new Error(`the schema is older than the service: ${missing.join(', ')} not applied`);
}

async function unapplied(sql: Sql, dir: string, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(`SELECT name FROM ${table}`);
  const have = new Set(rows.map((row) => row.name));
  return (await migrationNames(dir)).filter((name) => !have.has(name));
}

async function unappliedFiles(sql: Sql, dir: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; hash: string }>(
    'SELECT DISTINCT name, hash FROM repeatable_migration',
  );
  const have = new Set(rows.map(({ name, hash }) => `${name} ${hash}`));
  const files = await repeatableFiles(dir);
  return files.filter(({ name, hash }) => !have.has(`${name} ${hash}`)).map(({ name }) => name);
}

/** The names of a folder's `.sql` files without extension, in their order. */
export async function migrationNames(dir: string): Promise<string[]> {
  const files = await readdir(dir);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .sort();
}

/** A file of functions, views and triggers. */
export interface RepeatableFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
}

/** The repeatable files of a service's folder in the order of their names; none without `sql/`. */
export async function repeatableFiles(dir: string): Promise<RepeatableFile[]> {
  const folder = join(dir, 'sql');
  const names = await migrationNames(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
