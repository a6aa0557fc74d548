import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSchema, createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';
import { scratchDatabase, type TestDatabase } from '@fifteen/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';

const log = createLog('test', 'silent');
let lifecycle: Lifecycle;
let scratch: TestDatabase;
let db: Database;
let dir: string;

beforeEach(async () => {
  lifecycle = new Lifecycle(log);
  scratch = await scratchDatabase();
  db = openDatabase({ service: 'scratch', url: scratch.ownerUrl, pool: 4 }, { log, lifecycle });
  dir = await mkdtemp(join(tmpdir(), 'service-'));
  await mkdir(join(dir, 'migrations'));
  await mkdir(join(dir, 'sql'));
  await write(
    'migrations/0001_tables',
    'CREATE TABLE piece (id int PRIMARY KEY); INSERT INTO piece VALUES (1)',
  );
  await write('sql/01_pieces', pieces('id'));
  await write('sql/02_report', REPORT);
  await up();
});
afterEach(async () => {
  await lifecycle.stop();
  await scratch.drop();
  await rm(dir, { recursive: true });
});

/** A view, and a function of the same result. */
const pieces = (expression: string) =>
  `DROP VIEW IF EXISTS report; DROP VIEW IF EXISTS shown;
   CREATE VIEW shown AS SELECT ${expression} AS id FROM piece;
   CREATE OR REPLACE FUNCTION size() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM shown'`;
/** Depends on a view of the file before. */
const REPORT = `DROP VIEW IF EXISTS report; CREATE VIEW report AS SELECT count(*) AS n, max(id) AS last FROM shown`;

const write = (name: string, text: string) => writeFile(join(dir, `${name}.sql`), text);
const up = () => migrate({ url: scratch.ownerUrl, dir });
const applied = async () => {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM repeatable_migration ORDER BY id');
  return rows.map(({ name }) => name);
};
const shown = async () => (await db.query('SELECT id FROM shown')).rows;

it('applies files in the order of their names, once for each text, also when runs overlap', async () => {
  await Promise.all([up(), up(), up()]);
  expect(await applied()).toEqual(['01_pieces', '02_report']);
  await write('sql/01_pieces', pieces('id + 1'));
  await Promise.all([up(), up(), up()]);
  expect(await applied()).toEqual(['01_pieces', '02_report', '01_pieces']);
  expect(await shown()).toEqual([{ id: 2 }]);
});

it('applies a change that takes back an earlier one', async () => {
  await write('sql/01_pieces', pieces('id + 1'));
  await up();
  await write('sql/01_pieces', pieces('id'));
  await up();
  expect(await shown()).toEqual([{ id: 1 }]);
});

it('creates again what a changed file dropped of an unchanged one', async () => {
  await write('sql/01_pieces', pieces(`'piece ' || id`));
  await up();
  expect((await db.query('SELECT * FROM report')).rows).toEqual([{ n: 1, last: 'piece 1' }]);
});

it('applies numbered migrations first, so that files may use their tables', async () => {
  await write('migrations/0002_column', 'ALTER TABLE piece ADD COLUMN name text');
  await write('sql/01_pieces', pieces('name'));
  await up();
  expect(await shown()).toEqual([{ id: null }]);
});

it('keeps the old texts of all files when one fails, and names it', async () => {
  await write('sql/01_pieces', pieces('id + 1'));
  await write('sql/02_report', 'DROP VIEW IF EXISTS report; CREATE VIEW report AS SELECT FROM missing');
  await expect(up()).rejects.toThrow('02_report was not applied');
  expect(await shown()).toEqual([{ id: 1 }]);
  expect(await applied()).toEqual(['01_pieces', '02_report']);
});

it('never shows callers a moment without the functions and views', async () => {
  let running = true;
  const calls = (async () => {
    let n = 0;
    for (; running; n += 1) {
      const { rows } = await db.query<{ size: number }>('SELECT size() FROM shown WHERE id > $1', [0]);
      expect(rows).toEqual([{ size: 1 }]);
    }
    return n;
  })();
  for (let i = 1; i <= 5; i += 1) {
    await write('sql/01_pieces', pieces(`id + ${i}`));
    await up();
  }
  running = false;
  expect(await calls).toBeGreaterThan(0);
});

it('waits in short attempts for a table that is in use', async () => {
  const trigger = `CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE OR REPLACE TRIGGER keep BEFORE UPDATE ON piece FOR EACH ROW EXECUTE FUNCTION keep()`;
  await write('sql/03_trigger', trigger);
  let free = () => undefined as void;
  const freed = new Promise<void>((resolve) => (free = resolve));
  let use = () => undefined as void;
  const used = new Promise<void>((resolve) => (use = resolve));
  const inUse = db.tx(async (sql) => {
    await sql.query('UPDATE piece SET id = id');
    use();
    await freed;
  }, 30_000);
  await used;
  const waiting = async () => {
    const { rowCount } = await db.query(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND NOT granted`,
    );
    return rowCount;
  };
  const migrated = up();
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  // Waits behind the files until the attempt ends.
  expect(await shown()).toEqual([{ id: 1 }]);
  free();
  await inUse;
  await migrated;
  expect(await applied()).toEqual(['01_pieces', '02_report', '03_trigger']);
});

it('keeps the files of a database with newer migrations', async () => {
  await write('migrations/0002_newer', 'SELECT 1');
  await write('sql/01_pieces', pieces('id + 1'));
  await up();
  await rm(join(dir, 'migrations', '0002_newer.sql'));
  await write('sql/01_pieces', pieces('id'));
  await up();
  expect(await shown()).toEqual([{ id: 2 }]);
});

it('stops a service whose file was never applied, and no service whose file was replaced by a newer one', async () => {
  await assertSchema(db, dir);
  await write('sql/01_pieces', pieces('id + 1'));
  await expect(assertSchema(db, dir)).rejects.toThrow('01_pieces not applied');
  await up();
  await assertSchema(db, dir);
  await write('sql/01_pieces', pieces('id'));
  await assertSchema(db, dir);
});

it('needs no folder sql', async () => {
  await rm(join(dir, 'sql'), { recursive: true });
  await up();
  await assertSchema(db, dir);
});
