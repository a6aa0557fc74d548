import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
import { scratchDatabase, type TestDatabase } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

interface ScoreRow {
  id: string;
  coins: number;
  tags: string[];
  at: Date | null;
}

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let scratch: TestDatabase;
let db: Database;

beforeAll(async () => {
  scratch = await scratchDatabase();
  db = openDatabase({ service: 'scratch', url: scratch.ownerUrl, pool: 1 }, { log, lifecycle });
  await db.query('CREATE TABLE score (id text PRIMARY KEY, coins bigint, tags text[], at timestamptz)');
});
afterAll(async () => {
  await lifecycle.stop();
  await scratch.drop();
});
beforeEach(() => db.query('TRUNCATE score'));

const scores = () => build<ScoreRow>('score');
const COINS = Number.MAX_SAFE_INTEGER;

test('bigint, arrays and timestamps come back as they were sent', async () => {
  const at = new Date('2026-11-23T10:00:00.123Z');
  const row = { id: 'a', coins: COINS, tags: ['one', 'two, "three"'], at };
  expect(await execute(db, scores().insert(row))).toBe(1);
  expect(await queryRows(db, scores().where({ coins: COINS, at }))).toEqual([row]);
  expect(await queryRows(db, scores().count({ n: '*' }))).toEqual([{ n: 1 }]);
});

test('now() is the clock of the database, and null is compared as SQL compares it', async () => {
  await execute(db, scores().insert({ id: 'a', coins: 1, tags: [], at: null }));
  expect(await execute(db, scores().where({ at: null }).update({ at: build.fn.now() }))).toBe(1);
  expect(await execute(db, scores().where({ at: null }).delete())).toBe(0);
  const [row] = await queryRows(db, scores().select('id', 'at'));
  expect(row?.at).toBeInstanceOf(Date);
});

test('a list is one value, so that lists of all lengths share a prepared statement', async () => {
  for (const id of ['a', 'b', 'c']) await execute(db, scores().insert({ id, coins: 1, tags: [], at: null }));
  const among = (ids: string[]) =>
    queryRows(db, scores().select('id').whereRaw('id = ANY(?)', [ids]).orderBy('id'));
  expect(await among([])).toEqual([]);
  expect(await among(['a'])).toEqual([{ id: 'a' }]);
  expect(await among(['c', 'a', 'x'])).toEqual([{ id: 'a' }, { id: 'c' }]);
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%ANY($1)%'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});
