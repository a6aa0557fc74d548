import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';
import { scratchDatabase, type TestDatabase } from '@fifteen/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

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
  await write('0001_pieces', 'CREATE TABLE piece (id int PRIMARY KEY); INSERT INTO piece VALUES (1)');
  await up();
});
afterEach(async () => {
  await lifecycle.stop();
  await scratch.drop();
  await rm(dir, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(dir, 'migrations', `${name}.sql`), text);
const up = () => migrate({ url: scratch.ownerUrl, dir });
const applied = async () => {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id');
  return rows.map(({ name }) => name);
};

test('what was applied is not applied again, and two at once wait for each other', async () => {
  await write('0002_more', `INSERT INTO piece VALUES (2); -- a comment with a "?"`);
  await Promise.all([up(), up(), up()]);
  expect(await applied()).toEqual(['0001_pieces', '0002_more']);
});

test('one that fails leaves nothing behind and ends the run', async () => {
  await write('0002_wrong', 'CREATE TABLE half (id int); SELECT no_such_function()');
  await write('0003_later', 'CREATE TABLE later (id int)');
  await expect(up()).rejects.toThrow('0002_wrong was not applied');
  expect(await applied()).toEqual(['0001_pieces']);
  await write('0002_wrong', 'CREATE TABLE half (id int)');
  await up();
  expect(await applied()).toEqual(['0001_pieces', '0002_wrong', '0003_later']);
});

test('a question mark is sent as it is, and one that knex would change is rejected', async () => {
  await write('0002_marks', `INSERT INTO piece SELECT 2 WHERE '{"a": 1}'::jsonb ? 'a' AND 'why?' ~ '[?]'`);
  await up();
  expect((await db.query('SELECT FROM piece WHERE id = 2')).rowCount).toBe(1);
  await write('0003_escaped', String.raw`ALTER TABLE piece ADD COLUMN note text CHECK (note ~ '^\?')`);
  await expect(up()).rejects.toThrow('0003_escaped was not applied');
  expect(await applied()).toEqual(['0001_pieces', '0002_marks']);
});

test('rejects a migration whose name comes before an applied one', async () => {
  await write('0000_forgotten', 'CREATE TABLE forgotten (id int)');
  await expect(up()).rejects.toThrow('0000_forgotten should have been applied before 0001_pieces');
});

test('a database that knows newer ones is left as it is', async () => {
  await write('0002_newer', 'SELECT 1');
  await up();
  await rm(join(dir, 'migrations', '0002_newer.sql'));
  await up();
  expect(await applied()).toEqual(['0001_pieces', '0002_newer']);
});

test('one that waits for a table in use holds others up for seconds only, and is applied when it is free', async () => {
  await write('0002_column', 'ALTER TABLE piece ADD COLUMN look text');
  const [used, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inUse = db.tx(async (sql) => {
    await sql.query('SELECT FROM piece');
    used.resolve();
    await free.promise;
  }, 30_000);
  await used.promise;
  const waiting = async () => {
    const { rowCount } = await db.query(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND NOT granted`,
    );
    return rowCount;
  };
  const migrated = up();
  await expect.poll(waiting).toBe(1);
  // It queues behind the migration's lock until the attempt ends.
  const { rows } = await db.tx((sql) => sql.query<{ id: number }>('SELECT id FROM piece'), 30_000);
  expect(rows).toEqual([{ id: 1 }]);
  expect(await applied()).toEqual(['0001_pieces']);
  free.resolve();
  await inUse;
  await migrated;
  expect(await applied()).toEqual(['0001_pieces', '0002_column']);
});

test('one that meets a deadlock is tried again', async () => {
  await db.query('CREATE TABLE board (id int)');
  await write(
    '0002_columns',
    'ALTER TABLE piece ADD COLUMN look text; ALTER TABLE board ADD COLUMN look text',
  );
  let locked = () => undefined as void;
  const lockedBoard = new Promise<void>((resolve) => (locked = resolve));
  const traffic = db.tx(async (sql) => {
    await sql.query('SELECT FROM board');
    locked();
    await sleep(500);
    await sql.query('SELECT FROM piece');
  }, 30_000);
  await lockedBoard;
  await Promise.all([up(), traffic]);
  expect(await applied()).toEqual(['0001_pieces', '0002_columns']);
});
