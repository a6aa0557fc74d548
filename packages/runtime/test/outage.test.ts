import {
  createLog,
  Lifecycle,
  openDatabase,
  pause,
  sqlState,
  type Database,
  type Sql,
} from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * An outage of the database is no defect and ends no process. A pool of one connection shows that each failure is
 * recovered from; an unhandled error would fail the run.
 */
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const AWAY = { code: 'SERVICE_UNAVAILABLE', details: { upstream: 'scratch' } };
let servers: Awaited<ReturnType<typeof testServers<'postgres'>>>;
let db: Database;

beforeAll(async () => {
  servers = await testServers(['postgres'], { own: true });
  db = openDatabase({ service: 'scratch', url: servers.postgres.url, pool: 1 }, { log, lifecycle });
  await db.query('CREATE TABLE tally (name text PRIMARY KEY, n bigint NOT NULL DEFAULT 0)');
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

const backend = async (sql: Sql): Promise<number> =>
  (await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

test('a connection that dies between two statements of a transaction fails the transaction, and nothing else', async () => {
  const held = db.tx(async (sql) => {
    await sql.query(`INSERT INTO tally (name) VALUES ('lost')`);
    await servers.postgres.kill();
    // The server starts again only when no process of the killed one is left.
    await servers.postgres.restart();
    await pause(50);
  });
  await expect(held).rejects.toMatchObject(AWAY);
  expect((await db.query('SELECT FROM tally')).rowCount).toBe(0);
});

test('during an outage statements fail at once, and after it they succeed again', async () => {
  await db.query('SELECT 1');
  await servers.postgres.kill();
  // A backend may answer once more before it notices that its server is gone.
  await expect
    .poll(() =>
      db.query('SELECT 1').then(
        () => 'here',
        () => 'away',
      ),
    )
    .toBe('away');
  const began = Date.now();
  for (let count = 0; count < 3; count += 1) {
    await expect(db.query('SELECT 1')).rejects.toMatchObject(AWAY);
    await expect(db.tx((sql) => sql.query('SELECT 1'))).rejects.toMatchObject(AWAY);
  }
  expect(Date.now() - began).toBeLessThan(4_500);
  await servers.postgres.restart();
  await db.tx((sql) => sql.query(`INSERT INTO tally (name) VALUES ('back')`));
  expect((await db.query('SELECT FROM tally')).rowCount).toBe(1);
});

test('a session that the server ends, idle or at work, is replaced', async () => {
  const idle = db.tx(async (sql) => {
    await sql.query(`SET LOCAL idle_in_transaction_session_timeout = 50`);
    await pause(300);
    await sql.query('SELECT 1');
  });
  await expect(idle).rejects.toMatchObject(AWAY);
  await expect(db.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject(AWAY);
  await db.query('SELECT 1');
});

test('a statement, a lock or a response that takes too long fails, and holds up no other', async () => {
  const limited = (limit: string, statement: string) =>
    db.tx(async (sql) => {
      await sql.query(`SET LOCAL ${limit} = 50`);
      await sql.query(statement);
    });
  await expect(limited('statement_timeout', 'SELECT pg_sleep(5)')).rejects.toMatchObject(AWAY);

  const other = openDatabase({ service: 'other', url: servers.postgres.url, pool: 1 }, { log, lifecycle });
  await other.tx(async (sql) => {
    await sql.query('LOCK TABLE tally');
    await expect(limited('lock_timeout', 'LOCK TABLE tally')).rejects.toMatchObject(AWAY);
  });

  const unanswered = { text: 'SELECT pg_sleep(5)', query_timeout: 50 };
  const began = Date.now();
  await expect(db.query(unanswered)).rejects.toMatchObject(AWAY);
  await expect(db.tx((sql) => sql.query(unanswered))).rejects.toMatchObject(AWAY);
  await db.query('SELECT 1');
  expect(Date.now() - began).toBeLessThan(4_500);
});

test('what is wrong with a statement, or with us, stays what it is and costs no connection', async () => {
  const pid = await backend(db);
  const wrong = (work: Promise<unknown>) => work.then(() => 'done', sqlState);
  await db.query(`INSERT INTO tally VALUES ('one', 1) ON CONFLICT DO NOTHING`);
  expect(await wrong(db.query(`INSERT INTO tally (name) VALUES ('one')`))).toBe('23505');
  expect(await wrong(db.tx((sql) => sql.query('SELECT nothing')))).toBe('42703');
  await expect(db.query('SELECT 9007199254740993::bigint')).rejects.toThrow('beyond the safe integers');
  const transaction = db.tx(async (sql) => {
    await sql.query(`UPDATE tally SET n = 7`);
    throw new TypeError('ours');
  });
  await expect(transaction).rejects.toThrow(TypeError);
  expect((await db.query('SELECT FROM tally WHERE n = 7')).rowCount).toBe(0);
  expect(await backend(db)).toBe(pid);
});

test("a text with NUL is the caller's mistake, and costs no connection", async () => {
  const pid = await backend(db);
  const invalid = { code: 'INVALID' };
  await expect(db.query('SELECT $1::text AS name', ['a\0b'])).rejects.toMatchObject(invalid);
  await expect(db.tx((sql) => sql.query('SELECT $1::text AS name', ['\0']))).rejects.toMatchObject(invalid);
  expect(await backend(db)).toBe(pid);
});

test('two transactions that lock each other out are both done in the end', async () => {
  await db.query(`INSERT INTO tally VALUES ('a', 0), ('b', 0)`);
  const other = openDatabase({ service: 'other', url: servers.postgres.url, pool: 1 }, { log, lifecycle });
  const raise = async (by: Database, ...names: string[]) =>
    by.tx(async (sql) => {
      for (const name of names) {
        await sql.query('UPDATE tally SET n = n + 1 WHERE name = $1', [name]);
        await pause(100);
      }
    }, 30_000);
  await Promise.all([raise(db, 'a', 'b'), raise(other, 'b', 'a')]);
  const { rows } = await db.query(`SELECT n FROM tally WHERE name IN ('a', 'b')`);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});
