import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import {
  createLog,
  Lifecycle,
  openDatabase,
  openNats,
  startConsumer,
  startOutboxPublisher,
  writeOutbox,
  assertSchema,
  type Database,
  type Nats,
  type ReplayableOutbox,
} from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';
import { scratchDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import { ensureStream, requestBroker, streamName, type StreamLimits } from '../src/nats.ts';
import { republishAfterLoss } from '../src/republish.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const log = createLog('test', 'silent');
let database: TestDatabase;
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'service-'));
  await mkdir(join(dir, 'migrations'));
  await writeFile(
    join(dir, 'migrations', '0001_tally.sql'),
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
  outbox: ReplayableOutbox;
  lifecycle: Lifecycle;
}

async function connected(): Promise<Omit<Replica, 'outbox'>> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 5 }, context);
  const nats = await openNats(
    { service: 'scratch', url: servers.nats.url, namespace: servers.namespace },
    context,
  );
  return { db, nats, lifecycle };
}

async function replica(ephemeral: string[] = []): Promise<Replica> {
  const { db, nats, lifecycle } = await connected();
  const context = { log, lifecycle };
  const outbox = startOutboxPublisher({ owner: 'scratch', db, nats, ephemeral }, context);
  startConsumer(
    {
      owner: 'scratch',
      name: 'tally',
      handlers: {
        userChanged: async (_context, sql, { userId }) => {
          await sql.query(
            `INSERT INTO tally (name, n) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET n = tally.n + 1`,
            [userId],
          );
        },
      },
    },
    { ...context, db, nats },
  );
  return { db, nats, outbox, lifecycle };
}

const publish = ({ db, outbox }: Replica, userId: UserId): Promise<void> =>
  db
    .tx((sql) =>
      writeOutbox(sql, [
        { name: 'changed', aggregateId: userId, body: { $case: 'userChanged', value: { userId } } },
      ]),
    )
    .then(() => outbox.wake());

const tallies = async (db: Database): Promise<Record<string, number>> => {
  const { rows } = await db.query<{ name: string; n: number }>('SELECT name, n FROM tally');
  return Object.fromEntries(rows.map((row) => [row.name, row.n]));
};

test('each event is applied once by two publishing and consuming replicas', async () => {
  const both = [await replica(), await replica()] as const;
  const names = Array.from({ length: 60 }, (_, i) => toUserId(`user-${i}`));
  await Promise.all(names.map((name, i) => publish(both[i % 2]!, name)));
  const expected = Object.fromEntries(names.map((name) => [name, 1]));
  await expect.poll(() => tallies(both[0].db), { timeout: 15_000 }).toEqual(expected);

  // The broker delivers the same events again, long after its window of deduplication.
  const { rows } = await both[0].db.query<{ payload: Buffer }>('SELECT payload FROM outbox');
  for (const { payload } of rows)
    await both[0].nats.js.publish(`${servers.namespace}.scratch.changed`, payload);
  await publish(both[0], toUserId('the last'));
  await expect.poll(() => tallies(both[0].db), { timeout: 15_000 }).toEqual({ ...expected, 'the last': 1 });
  await Promise.all(both.map(({ lifecycle }) => lifecycle.stop()));
});

test.each([{ ack_wait: 30_000_000_000 }, { max_ack_pending: 10 }])(
  'a consumer that the version before created with %o gets the settings of this one',
  async (earlier) => {
    const before = await replica();
    const { consumers } = await before.nats.manager();
    const settings = async () => {
      const { config } = await consumers.info(streamName(before.nats, 'scratch'), 'tally');
      return { ack_wait: config.ack_wait, max_ack_pending: config.max_ack_pending };
    };
    const own = { ack_wait: 10_000_000_000, max_ack_pending: 1_000 };
    await expect.poll(settings).toEqual(own);
    await consumers.update(streamName(before.nats, 'scratch'), 'tally', earlier);
    expect(await settings()).toEqual({ ...own, ...earlier });
    const after = await replica();
    await expect.poll(settings).toEqual(own);
    await Promise.all([before, after].map(({ lifecycle }) => lifecycle.stop()));
  },
);

test('events that are published during an outage of the broker arrive, also after it lost all its data', async () => {
  const one = await replica();
  await servers.nats.kill();
  await publish(one, toUserId('published during the outage'));
  await servers.nats.wipe();
  await publish(one, toUserId('published after the outage'));
  await expect
    .poll(() => tallies(one.db), { timeout: 20_000 })
    .toMatchObject({ 'published during the outage': 1, 'published after the outage': 1 });
  await one.lifecycle.stop();
});

test('a broker that hangs is an outage for the jobs that publish events, and gets the events after it', async () => {
  const one = await replica();
  await one.nats.manager();
  const [broker] = servers.nats.processes;
  await broker?.pause();
  try {
    await publish(one, toUserId('not confirmed'));
    await expect(ensureStream(one.nats, 'scratch')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { upstream: 'nats' },
    });
    const { rowCount } = await one.db.query('SELECT FROM outbox WHERE published_at IS NULL');
    expect(rowCount).toBe(1);
  } finally {
    await broker?.resume();
  }
  await expect.poll(() => tallies(one.db), { timeout: 20_000 }).toMatchObject({ 'not confirmed': 1 });
  await one.lifecycle.stop();
});

test('a stream that no server responds for is an outage', async () => {
  const { nats, lifecycle } = await connected();
  const request = requestBroker(() => nats.js.publish(`${servers.namespace}.unknown.event`));
  await expect(request).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', details: { upstream: 'nats' } },
    cause: { name: 'JetStreamNotEnabled' },
  });
  await lifecycle.stop();
});

test('an owner restored to an earlier moment issues row numbers again, and consumers apply the new events', async () => {
  const one = await replica();
  const owner = new Lifecycle(log);
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle: owner });
  const tallyOf = async (name: string) => (await tallies(one.db))[name];
  const newest = async (): Promise<{ id: number }> =>
    (await sql.query<{ id: number }>('SELECT id FROM outbox ORDER BY id DESC LIMIT 1')).rows[0]!;

  await publish(one, toUserId('before the backup'));
  await publish(one, toUserId('lost by the restore'));
  await expect.poll(() => tallyOf('lost by the restore'), { timeout: 15_000 }).toBe(1);
  const lost = await newest();
  // The owner's tables and their sequence are those of the backup; the consumer keeps its inbox.
  await sql.query('DELETE FROM outbox WHERE id = $1', [lost.id]);
  await sql.query(`ALTER TABLE outbox ALTER COLUMN id RESTART WITH ${lost.id}`);

  await publish(one, toUserId('after the restore'));
  expect(await newest()).toEqual(lost);
  await expect.poll(() => tallyOf('after the restore'), { timeout: 15_000 }).toBe(1);

  // A replay publishes the same ids, which the consumer knows.
  await one.outbox.methods.replay.handle({}, { after: lost.id - 1 }, { caller: 'admin', deadline: 0 });
  await publish(one, toUserId('after the replay of a restored owner'));
  await expect.poll(() => tallyOf('after the replay of a restored owner'), { timeout: 15_000 }).toBe(1);
  expect(await tallyOf('after the restore')).toBe(1);
  await sql.query(`DELETE FROM tally WHERE name = 'lost by the restore'`);
  for (const it of [one.lifecycle, owner]) await it.stop();
});

test('events of earlier versions, which have no id of their own, are known by their row number', async () => {
  const one = await replica();
  const event = Event.fromPartial({
    ...{ aggregateId: 'old', occurredAt: new Date() },
    body: { $case: 'userChanged', value: { userId: toUserId('old') } },
  });
  await one.db.query(`INSERT INTO outbox (name, aggregate_id, payload) VALUES ('changed', 'old', $1)`, [
    Buffer.from(Event.encode(event).finish()),
  ]);
  one.outbox.wake();
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toMatchObject({ old: 1 });
  const { rows } = await one.db.query<{ event_id: string }>(
    `SELECT event_id FROM inbox WHERE event_id LIKE 'scratch:%'`,
  );
  expect(rows).toHaveLength(1);
  await one.lifecycle.stop();
});

test('an event occurred when its row was inserted, by the clock of the database, in a replay, too', async () => {
  const one = await replica();
  const received: Event[] = [];
  one.nats.connection.subscribe(`${one.nats.namespace}scratch.changed`, {
    callback: (_, { data }) => void received.push(Event.decode(data)),
  });
  await one.nats.connection.flush();
  const receivedTimes = () =>
    ['fast clock', 'new'].map((aggregateId) =>
      received.filter((event) => event.aggregateId === aggregateId).map((event) => event.occurredAt),
    );
  // Earlier versions wrote a time of the process's clock into the payload.
  const event = Event.fromPartial({
    ...{ id: randomUUID(), aggregateId: 'fast clock', occurredAt: new Date('2026-01-05T12:30:00.123Z') },
    body: { $case: 'userChanged', value: { userId: toUserId('fast clock') } },
  });
  await one.db.query(
    `INSERT INTO outbox (name, aggregate_id, payload, at)
     VALUES ('changed', 'fast clock', $1, '2026-01-05T12:00:00Z')`,
    [Buffer.from(Event.encode(event).finish())],
  );
  await publish(one, toUserId('new'));
  const { rows } = await one.db.query<{ id: number; at: Date }>(
    `SELECT id, at FROM outbox WHERE aggregate_id IN ('fast clock', 'new') ORDER BY id`,
  );
  expect(rows).toHaveLength(2);
  await expect.poll(receivedTimes, { timeout: 15_000 }).toEqual(rows.map(({ at }) => [at]));
  const countPending = async () =>
    (await one.db.query('SELECT FROM outbox WHERE published_at IS NULL')).rowCount;
  await expect.poll(countPending).toBe(0);
  await one.outbox.methods.replay.handle({}, { after: rows[0]!.id - 1 }, { caller: 'admin', deadline: 0 });
  await expect.poll(receivedTimes, { timeout: 15_000 }).toEqual(rows.map(({ at }) => [at, at]));
  await one.lifecycle.stop();
});

test('events that no consumer had taken when the broker lost its data are published again', async () => {
  const one = await replica();
  await publish(one, toUserId('published and not taken'));
  await expect
    .poll(() => tallies(one.db), { timeout: 15_000 })
    .toMatchObject({ 'published and not taken': 1 });
  // As though the consumer had been down: its transaction never took place.
  const { rows } = await one.db.query<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE aggregate_id = 'published and not taken'`,
  );
  await one.db.query('DELETE FROM inbox WHERE event_id = $1', [Event.decode(rows[0]!.payload).id]);
  await one.db.query(`UPDATE tally SET n = 0 WHERE name = 'published and not taken'`);
  await servers.nats.kill();
  await servers.nats.wipe();
  await expect
    .poll(() => tallies(one.db), { timeout: 30_000 })
    .toMatchObject({ 'published and not taken': 1 });
  await one.lifecycle.stop();
});

test('a broker that loses its data while a publisher looks at its stream is an outage', async () => {
  const { db, nats, lifecycle } = await connected();
  const losing: Database = {
    query: db.query,
    tx: async (work) => {
      await (await nats.manager()).streams.delete(streamName(nats, 'lost'));
      return db.tx(work);
    },
  };
  await expect(republishAfterLoss(losing, 'lost', nats)).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', details: { upstream: 'nats' } },
  });
  await lifecycle.stop();
});

test('a publication to a stream of which no server responds is an outage', async () => {
  const { nats, lifecycle } = await connected();
  const publication = nats.js.publish(`${nats.namespace}missing.changed`, new Uint8Array());
  await expect(requestBroker(() => publication)).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', details: { upstream: 'nats' } },
  });
  await lifecycle.stop();
});

test('events are published again when the stream returns empty with its time of creation', async () => {
  const stream = streamName({ namespace: `${servers.namespace}.` }, 'scratch');
  const lastSeqOf = async ({ db }: Replica) =>
    (await db.query<{ last_seq: number }>('SELECT last_seq FROM outbox_stream')).rows[0]?.last_seq;
  const one = await replica();
  await publish(one, toUserId('lost with the disk'));
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toMatchObject({ 'lost with the disk': 1 });
  await one.lifecycle.stop();

  // A replica checks when it starts. A stream that has grown lost nothing.
  const two = await replica();
  const { streams } = await two.nats.manager();
  const { last_seq } = (await streams.info(stream)).state;
  await expect.poll(() => lastSeqOf(two)).toBe(last_seq);
  await two.lifecycle.stop();
  const lifecycle = new Lifecycle(log);
  const nats = await openNats(
    { service: 'test', url: servers.nats.url, namespace: servers.namespace },
    { log, lifecycle },
  );
  const db = openDatabase({ service: 'test', url: database.url, pool: 1 }, { log, lifecycle });
  const manager = await nats.manager();
  expect((await manager.streams.info(stream)).state.last_seq).toBe(last_seq);

  // As though its server had lost its disk before the consumer received the event.
  await manager.streams.delete(stream);
  await ensureStream(nats, 'scratch');
  await db.query('UPDATE outbox_stream SET created = $1', [(await manager.streams.info(stream)).created]);
  const { rows } = await db.query<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE aggregate_id = 'lost with the disk'`,
  );
  await db.query('DELETE FROM inbox WHERE event_id = $1', [Event.decode(rows[0]!.payload).id]);
  await db.query(`UPDATE tally SET n = 0 WHERE name = 'lost with the disk'`);
  const three = await replica();
  await expect.poll(() => tallies(db), { timeout: 15_000 }).toMatchObject({ 'lost with the disk': 1 });
  for (const it of [three.lifecycle, lifecycle]) await it.stop();
});

test('streams are created within the configured limits, and one that exists keeps its own', async () => {
  const lifecycle = new Lifecycle(log);
  const { namespace } = servers;
  const open = (streams?: StreamLimits) =>
    openNats(
      { service: 'test', url: servers.nats.url, namespace, ...(streams ? { streams } : {}) },
      { log, lifecycle },
    );
  const limited = await open({ replicas: 1, maxBytes: 1_000_000 });
  const manager = await limited.manager();
  const configOf = async (owner: string) => (await manager.streams.info(streamName(limited, owner))).config;
  await ensureStream(await open(), 'unlimited');
  expect(await configOf('unlimited')).toMatchObject({ num_replicas: 1, max_bytes: -1, discard: 'old' });
  for (const owner of ['limited', 'unlimited']) await ensureStream(limited, owner);
  expect(await configOf('limited')).toMatchObject({ num_replicas: 1, max_bytes: 1_000_000, discard: 'old' });
  expect(await configOf('unlimited')).toMatchObject({ max_bytes: -1 });
  // This broker is a single server.
  const copied = await open({ replicas: 3, maxBytes: 0 });
  await expect(ensureStream(copied, 'copied')).rejects.toThrow('replicas > 1 not supported');
  await lifecycle.stop();
});

test('events are kept and can be replayed; ephemeral ones are deleted after 14 days', async () => {
  const one = await replica();
  await publish(one, toUserId('long ago'));
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toMatchObject({ 'long ago': 1 });
  const known = await tallies(one.db);
  const owner = new Lifecycle(log);
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle: owner });
  const countEvents = async () => (await sql.query('SELECT FROM outbox')).rowCount;
  const all = await countEvents();

  const replayAll = async (after = 0): Promise<number> => {
    const { events, last } = await one.outbox.methods.replay.handle(
      {},
      { after },
      { caller: 'admin', deadline: 0 },
    );
    return events === 0 ? 0 : events + (await replayAll(last));
  };
  expect(await replayAll()).toBe(all);
  await sql.query('DELETE FROM tally');
  await publish(one, toUserId('after the replay'));
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toEqual({ 'after the replay': 1 });

  await sql.query('DELETE FROM inbox');
  await sql.query('DELETE FROM tally');
  expect(await replayAll()).toBe((all ?? 0) + 1);
  await expect.poll(() => tallies(one.db), { timeout: 15_000 }).toEqual({ ...known, 'after the replay': 1 });

  await sql.query(
    `UPDATE outbox SET published_at = now() - interval '15 days' WHERE aggregate_id = 'long ago'`,
  );
  const builder = await replica();
  await builder.lifecycle.stop();
  expect(await countEvents()).toBe((all ?? 0) + 1);
  const reporter = await replica(['changed']);
  await expect.poll(countEvents).toBe(all);
  for (const it of [one.lifecycle, reporter.lifecycle, owner]) await it.stop();
});

test('ids of applied events are deleted from the inbox after 30 days', async () => {
  const one = await replica();
  const owner = new Lifecycle(log);
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle: owner });
  await sql.query(
    `INSERT INTO inbox (consumer, event_id, at) VALUES
       ('tally', 'older', now() - interval '31 days'), ('tally', 'younger', now() - interval '29 days'),
       ('another consumer', 'older', now() - interval '31 days')`,
  );
  const countEvents = async () => {
    const { rows } = await sql.query<{ consumer: string; event_id: string }>(
      `SELECT consumer, event_id FROM inbox WHERE event_id IN ('older', 'younger') ORDER BY event_id`,
    );
    return rows.map((row) => `${row.consumer}: ${row.event_id}`);
  };
  // A consumer deletes when it starts, and then hourly; each deletes its own rows.
  const starting = await replica();
  await expect.poll(countEvents).toEqual(['another consumer: older', 'tally: younger']);
  for (const it of [one.lifecycle, starting.lifecycle, owner]) await it.stop();
});

test('a service does not start on a schema older than its code', async () => {
  const lifecycle = new Lifecycle(log);
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 1 }, { log, lifecycle });
  await assertSchema(db, dir);
  await writeFile(join(dir, 'migrations', '0002_later.sql'), '-- Up Migration\nSELECT 1;');
  await expect(assertSchema(db, dir)).rejects.toThrow('0002_later');
  await lifecycle.stop();
});
