import { Event } from '@fifteen/proto/events';
import {
  createLog,
  Lifecycle,
  migrate,
  openDatabase,
  openNats,
  startConsumer,
  startRelay,
  writeOutbox,
  assertSchema,
  type Database,
  type Nats,
  type Outbox,
} from '@fifteen/runtime';
import { scratchDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const log = createLog('test', 'silent');
let database: TestDatabase;
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(
    join(dir, '0001_tally.sql'),
    `-- Up Migration
     CREATE TABLE tally (name text PRIMARY KEY, n int NOT NULL DEFAULT 0);
     GRANT SELECT, INSERT, UPDATE ON tally TO PUBLIC;`,
  );
  database = await scratchDatabase();
  servers = await testServers(['nats'], { own: true });
  // Two replicas migrate at the same moment.
  await Promise.all([1, 2].map(() => migrate({ url: database.ownerUrl, dir })));
});
afterAll(async () => {
  await database.drop();
  await servers.stopAll();
  await rm(dir, { recursive: true });
});

interface Replica {
  db: Database;
  nats: Nats;
  relay: Outbox;
  lifecycle: Lifecycle;
}

async function replica(news: string[] = []): Promise<Replica> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 5 }, context);
  const nats = await openNats(
    { service: 'scratch', url: servers.nats.url, namespace: servers.namespace },
    context,
  );
  const relay = startRelay({ owner: 'scratch', db, nats, news }, context);
  startConsumer(
    {
      owner: 'scratch',
      name: 'tally',
      db,
      nats,
      apply: async (event, sql) => {
        await sql.query(
          `INSERT INTO tally (name, n) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET n = tally.n + 1`,
          [event.aggregateId],
        );
      },
    },
    context,
  );
  return { db, nats, relay, lifecycle };
}

const tell = ({ db, relay }: Replica, userId: string): Promise<void> =>
  db
    .tx((sql) =>
      writeOutbox(sql, [
        { name: 'changed', aggregateId: userId, body: { $case: 'userChanged', value: { userId } } },
      ]),
    )
    .then(() => relay.kick());

const tallies = async (db: Database): Promise<Record<string, number>> => {
  const { rows } = await db.query<{ name: string; n: number }>('SELECT name, n FROM tally');
  return Object.fromEntries(rows.map((row) => [row.name, row.n]));
};

test('every fact has its effect once, whichever of two replicas relays or takes it', async () => {
  const both = [await replica(), await replica()] as const;
  const names = Array.from({ length: 60 }, (_, i) => `user-${i}`);
  await Promise.all(names.map((name, i) => tell(both[i % 2]!, name)));
  const expected = Object.fromEntries(names.map((name) => [name, 1]));
  await expect.poll(() => tallies(both[0].db), { timeout: 15_000 }).toEqual(expected);

  // The broker delivers the same facts again, long after its own window of duplicates.
  const { rows } = await both[0].db.query<{ id: number; payload: Buffer }>('SELECT id, payload FROM outbox');
  for (const { id, payload } of rows) {
    const again = Event.encode({ ...Event.decode(payload), id: `scratch:${id}` }).finish();
    await both[0].nats.js.publish(`${servers.namespace}.scratch.changed`, again);
  }
  await tell(both[0], 'the last');
  await expect.poll(() => tallies(both[0].db), { timeout: 15_000 }).toEqual({ ...expected, 'the last': 1 });
  await Promise.all(both.map(({ lifecycle }) => lifecycle.stop()));
});

test('facts told while the broker is away, and after it lost all its data, arrive', async () => {
  const one = await replica();
  await servers.nats.kill9();
  await tell(one, 'told in the dark');
  await servers.nats.wipe();
  await tell(one, 'told after the fire');
  await expect
    .poll(() => tallies(one.db), { timeout: 20_000 })
    .toMatchObject({ 'told in the dark': 1, 'told after the fire': 1 });
  await one.lifecycle.stop();
});

test('facts are kept, and told again to whoever forgot them; news are swept after a fortnight', async () => {
  const one = await replica();
  await tell(one, 'long ago');
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toMatchObject({ 'long ago': 1 });
  const known = await tallies(one.db);
  const owner = new Lifecycle(log);
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle: owner });
  const kept = async () => (await sql.query('SELECT FROM outbox')).rowCount;
  const all = await kept();

  const again = async (after = 0): Promise<number> => {
    const { facts, last } = await one.relay.replay.replay({ after }, { caller: 'admin', deadline: 0 });
    return facts === 0 ? 0 : facts + (await again(last));
  };
  expect(await again()).toBe(all);
  await sql.query('DELETE FROM tally');
  await tell(one, 'after the replay');
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toEqual({ 'after the replay': 1 });

  await sql.query('DELETE FROM inbox');
  await sql.query('DELETE FROM tally');
  expect(await again()).toBe((all ?? 0) + 1);
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toEqual({ ...known, 'after the replay': 1 });

  await sql.query(
    `UPDATE outbox SET published_at = now() - interval '15 days' WHERE aggregate_id = 'long ago'`,
  );
  const builder = await replica();
  await builder.lifecycle.stop();
  expect(await kept()).toBe((all ?? 0) + 1);
  const reporter = await replica(['changed']);
  await expect.poll(kept).toBe(all);
  for (const it of [one.lifecycle, reporter.lifecycle, owner]) await it.stop();
});

test('a service refuses to start on a schema older than itself', async () => {
  const lifecycle = new Lifecycle(log);
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 1 }, { log, lifecycle });
  await assertSchema(db, dir);
  await writeFile(join(dir, '0002_later.sql'), '-- Up Migration\nSELECT 1;');
  await expect(assertSchema(db, dir)).rejects.toThrow('0002_later');
  await lifecycle.stop();
});
