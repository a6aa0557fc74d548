import { createLog, Lifecycle, openDatabase, type Database, type Sql } from '@fifteen/runtime';
import { scratchDatabase, type TestDatabase } from '@fifteen/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let scratch: TestDatabase;
let db: Database;

beforeAll(async () => {
  scratch = await scratchDatabase();
  db = openDatabase({ service: 'scratch', url: scratch.ownerUrl, pool: 3 }, { log, lifecycle });
});
afterAll(async () => {
  await lifecycle.stop();
  await scratch.drop();
});

/** As many at once as there are connections. */
const onEach = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all([ask(), ask(), ask()]);

test('a text with values is planned once for a connection', async () => {
  await db.query('CREATE TABLE known (id int PRIMARY KEY)');
  const prepared = async () => {
    await db.query('SELECT FROM known WHERE id = $1 AND pg_sleep(0.1) IS NOT NULL', [1]);
    return db.tx(async (sql) => {
      await sql.query('SELECT FROM known WHERE id = $1', [1]);
      await sql.query('SELECT FROM known WHERE id = $1', [2]);
      const { rows } = await sql.query<{ n: number }>(
        `SELECT count(*) AS n FROM pg_prepared_statements WHERE statement = 'SELECT FROM known WHERE id = $1'`,
      );
      return rows[0]?.n;
    });
  };
  expect(await onEach(prepared)).toEqual([1, 1, 1]);
});

test('one that depends on its values is planned each time', async () => {
  const text = 'SELECT $1::int AS planned';
  const { rows } = await db.query<{ planned: number }>({ text, values: [7] });
  expect(rows).toEqual([{ planned: 7 }]);
  const known = () => db.query('SELECT FROM pg_prepared_statements WHERE statement = $1', [text]);
  expect((await onEach(known)).map(({ rowCount }) => rowCount)).toEqual([0, 0, 0]);
});

test('a migration that changes the result of a statement causes no error', async () => {
  await db.query('CREATE TABLE grown (id int PRIMARY KEY)');
  await db.query('INSERT INTO grown VALUES (1)');
  const alone = () => db.query('SELECT * FROM grown WHERE id = $1', [1]).then(({ rows }) => rows);
  const together = () =>
    db.tx(async (sql) => {
      await sql.query('UPDATE grown SET id = id WHERE id = $1', [1]);
      return (await sql.query('SELECT * FROM grown WHERE id = $1', [1])).rows;
    });
  expect(await onEach(alone)).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]]);
  await db.query(`ALTER TABLE grown ADD COLUMN name text NOT NULL DEFAULT 'new'`);
  const after = [{ id: 1, name: 'new' }];
  expect(await onEach(alone)).toEqual([after, after, after]);
  await db.query('ALTER TABLE grown ADD COLUMN more int');
  const later = [{ id: 1, name: 'new', more: null }];
  expect(await onEach(together)).toEqual([later, later, later]);
});

test('statements that are called at the same moment run in this order', async () => {
  await db.query('CREATE TABLE step (id int PRIMARY KEY, name text NOT NULL)');
  const name = await db.tx(async (sql) => {
    const [, , { rows }] = await Promise.all([
      sql.query('INSERT INTO step VALUES ($1, $2)', [1, 'first']),
      sql.query('UPDATE step SET name = $2 WHERE id = $1', [1, 'second']),
      sql.query<{ name: string }>('SELECT name FROM step WHERE id = $1', [1]),
    ]);
    return rows[0]?.name;
  });
  expect(name).toBe('second');
});

test('work that goes on after another statement has failed writes nothing', async () => {
  await db.query('CREATE TABLE entry (id int PRIMARY KEY)');
  const later = Promise.withResolvers<unknown>();
  const work = db.tx((sql) => {
    const insert = (id: number) => sql.query('INSERT INTO entry VALUES ($1)', [id]);
    const goOn = async () => {
      await insert(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return insert(2);
    };
    goOn().then(later.resolve, later.reject);
    return sql.query('SELECT FROM missing');
  });
  await expect(work).rejects.toThrow('"missing" does not exist');
  await expect(later.promise).rejects.toThrow('the transaction has ended');
  expect((await db.query('SELECT FROM entry')).rowCount).toBe(0);
});

test('a transaction fails with the error that aborted it, whichever of its statements is noticed first', async () => {
  const slowToNotice = async (sql: Sql): Promise<void> => {
    const { error } = await sql.query('SELECT 1 / 0').then(
      () => ({ error: undefined }),
      (error: unknown) => ({ error }),
    );
    await sleep(50);
    throw error;
  };
  const work = db.tx((sql) => Promise.all([slowToNotice(sql), sql.query('SELECT 1')]));
  await expect(work).rejects.toMatchObject({ message: 'division by zero' });
});

test('a deadlock is resolved, whichever statement of its transaction is noticed first', async () => {
  await db.query('CREATE TABLE pair (id int PRIMARY KEY, times int NOT NULL)');
  await db.query('INSERT INTO pair VALUES (1, 0), (2, 0)');
  const raise = (sql: Sql, id: number) => sql.query('UPDATE pair SET times = times + 1 WHERE id = $1', [id]);
  const inOrder = (first: number, second: number) =>
    db.tx(async (sql) => {
      await raise(sql, first);
      await sql.query('SELECT pg_sleep(0.3)');
      const late = raise(sql, second).catch(async (error: unknown) => {
        await sleep(50);
        throw error;
      });
      await Promise.all([late, sql.query('SELECT 1')]);
    }, 30_000);
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  const { rows } = await db.query('SELECT id, times FROM pair ORDER BY id');
  expect(rows).toEqual([
    { id: 1, times: 2 },
    { id: 2, times: 2 },
  ]);
});
