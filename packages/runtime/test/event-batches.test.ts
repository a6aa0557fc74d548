import { toUserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import {
  AppError,
  createLog,
  Lifecycle,
  openDatabase,
  openNats,
  startConsumer,
  type Database,
  type Nats,
} from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';
import { AckPolicy, type JsMsg } from '@nats-io/jetstream';
import { scratchDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  applyEvents,
  FailureCounts,
  type ConsumerContext,
  type ConsumerOptions,
} from '../src/event-batch.ts';
import { ensureStream } from '../src/nats.ts';

type Handlers = ConsumerOptions<ConsumerContext>['handlers'];

const log = createLog('test', 'silent');
let database: TestDatabase;
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'service-'));
  await mkdir(join(dir, 'migrations'));
  await writeFile(
    join(dir, 'migrations', '0001_applied.sql'),
    `-- Up Migration
     CREATE TABLE applied (place bigint GENERATED ALWAYS AS IDENTITY, consumer text, name text,
       transaction bigint NOT NULL DEFAULT txid_current());
     CREATE TABLE counter (name text PRIMARY KEY, n int NOT NULL DEFAULT 0);
     GRANT SELECT, INSERT, UPDATE ON applied, counter TO PUBLIC;`,
  );
  database = await scratchDatabase();
  servers = await testServers(['nats']);
  await migrate({ url: database.ownerUrl, dir });
});
afterAll(async () => {
  await database.drop();
  await servers.stopAll();
  await rm(dir, { recursive: true });
});

let lifecycle: Lifecycle;
let db: Database;
let nats: Nats;
/** Each test has a stream and consumers of its own. */
let owner: string;

beforeEach(async () => {
  lifecycle = new Lifecycle(log);
  owner = `owner${randomUUID().slice(0, 8)}`;
  db = openDatabase({ service: 'scratch', url: database.url, pool: 6 }, { log, lifecycle });
  nats = await openNats(
    { service: 'scratch', url: servers.nats.url, namespace: servers.namespace },
    { log, lifecycle },
  );
  await ensureStream(nats, owner);
});
afterEach(() => lifecycle.stop());

/** Publishes an event of a user for each name, in their order. */
async function publish(names: readonly string[], id: () => string = randomUUID): Promise<void> {
  for (const name of names) {
    const event = Event.fromPartial({ id: id(), aggregateId: name, occurredAt: new Date() });
    event.body = { $case: 'userChanged', value: { userId: toUserId(name) } };
    await nats.js.publish(`${nats.namespace}${owner}.changed`, Event.encode(event).finish());
  }
}

const consume = (handlers: Handlers, options: { isolated?: true } = {}): void =>
  startConsumer({ owner, name: owner, handlers, ...options }, { log, lifecycle, db, nats });

const insertApplied: NonNullable<Handlers['userChanged']> = async (_context, sql, { userId }) => {
  await sql.query(`INSERT INTO applied (consumer, name) VALUES ($1, $2)`, [owner, userId]);
};

interface Applied {
  names: string[];
  transactions: number;
}

/** Returns what the handlers have written, in the order of their statements. */
async function applied(): Promise<Applied> {
  const { rows } = await db.query<{ name: string; transaction: number }>(
    `SELECT name, transaction FROM applied WHERE consumer = $1 ORDER BY place`,
    [owner],
  );
  return {
    names: rows.map(({ name }) => name),
    transactions: new Set(rows.map(({ transaction }) => transaction)).size,
  };
}

const appliedNames = async (): Promise<string[]> => (await applied()).names;

/** Returns the messages that the consumer has not acknowledged yet. */
async function unacknowledged(): Promise<number> {
  const manager = await nats.manager();
  const stream = `${nats.namespace}${owner}`.replaceAll('.', '_').toUpperCase();
  const info = await manager.consumers.info(stream, owner);
  return info.num_ack_pending + info.num_pending;
}

const NAMES = Array.from({ length: 40 }, (_, i) => `user-${i}`);
const LATE = { timeout: 15_000 };

test('events that wait share a transaction, in the order of the stream', async () => {
  await publish(NAMES);
  consume({ userChanged: insertApplied });
  await expect.poll(appliedNames, LATE).toEqual(NAMES);
  // The first may come alone.
  expect((await applied()).transactions).toBeLessThanOrEqual(NAMES.length / 4);
  await expect.poll(unacknowledged, LATE).toBe(0);
});

test('an isolated consumer gives each event a transaction of its own', async () => {
  await publish(NAMES.slice(0, 5));
  consume({ userChanged: insertApplied }, { isolated: true });
  await expect.poll(applied, LATE).toEqual({ names: NAMES.slice(0, 5), transactions: 5 });
});

test('a batch handler gets the events that wait at once, in the order of the stream', async () => {
  await publish(NAMES);
  const calls: string[][] = [];
  const all = async (_context: unknown, _sql: unknown, values: readonly { userId: string }[]) =>
    void calls.push(values.map(({ userId }) => userId));
  consume({ userChanged: { all } });
  await expect.poll(() => calls.flat(), LATE).toEqual(NAMES);
  expect(calls.length).toBeLessThanOrEqual(NAMES.length / 4);
});

test('an event that is delivered twice in a batch is applied once', async () => {
  const id = randomUUID();
  await publish(['ann', 'ann', 'ann'], () => id);
  await publish(['bob']);
  consume({ userChanged: insertApplied });
  await expect.poll(appliedNames, LATE).toEqual(['ann', 'bob']);
  await expect.poll(unacknowledged, LATE).toBe(0);
});

test('an event that fails keeps no other of its batch from being applied, and is the only one to be repeated', async () => {
  await publish(NAMES);
  let failures = 0;
  const after = new Map<string, number>();
  consume({
    userChanged: async (context, sql, value, event) => {
      await insertApplied(context, sql, value, event);
      if (value.userId === 'user-20' && failures < 4) {
        failures += 1;
        throw new Error('not yet');
      }
      return () => void after.set(value.userId, (after.get(value.userId) ?? 0) + 1);
    },
  });
  await expect.poll(async () => (await appliedNames()).toSorted(), LATE).toEqual(NAMES.toSorted());
  await expect.poll(unacknowledged, LATE).toBe(0);
  // Those before and after it are in their order.
  expect((await appliedNames()).filter((name) => name !== 'user-20')).toEqual(
    NAMES.filter((name) => name !== 'user-20'),
  );
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(NAMES.map((name) => [name, 1])));
  expect(failures).toBe(4);
});

test('a message that is no event is moved to the dead letters by itself', async () => {
  await publish(['ann']);
  await nats.js.publish(`${nats.namespace}${owner}.changed`, Uint8Array.of(255));
  await publish(['bob']);
  consume({ userChanged: insertApplied });
  await expect.poll(appliedNames, LATE).toEqual(['ann', 'bob']);
  // The broker receives the acknowledgements after the commit.
  await expect.poll(unacknowledged, LATE).toBe(1);
});

/** Consumes events as a replica does, each as soon as the broker delivers it: a repetition does not wait. */
async function openImpatientConsumer(handlers: Handlers): Promise<{ deliver(times: number): Promise<void> }> {
  const stream = `${nats.namespace}${owner}`.replaceAll('.', '_').toUpperCase();
  const manager = await nats.manager();
  await manager.consumers.add(stream, { durable_name: owner, ack_policy: AckPolicy.Explicit });
  const consumer = await nats.js.consumers.get(stream, owner);
  const context = { log, lifecycle, db, nats };
  const batchContext = { options: { owner, name: owner, handlers }, context, failures: new FailureCounts() };
  return {
    deliver: async (times) => {
      for (let delivery = 0; delivery < times; delivery += 1) {
        const message = await consumer.next({ expires: 10_000 });
        if (!message) throw new Error('the broker delivered nothing');
        const impatient = Object.create(message, { nak: { value: () => message.nak() } }) as JsMsg;
        await applyEvents([impatient], batchContext);
      }
    },
  };
}

const deadLetters = async (): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM dead_letter WHERE consumer = $1`,
    [owner],
  );
  return rows[0]!.n;
};

test('an outage of many deliveries is no failed attempt: the first error after it moves no event to the dead letters', async () => {
  const errors = Array.from({ length: 25 }, () => new AppError('SERVICE_UNAVAILABLE'));
  const outcomes: (Error | undefined)[] = [...errors, new Error('not yet'), undefined];
  const deliveries = outcomes.length;
  const { deliver } = await openImpatientConsumer({
    userChanged: async (context, sql, value, event) => {
      await insertApplied(context, sql, value, event);
      const error = outcomes.shift();
      if (error) throw error;
    },
  });
  await publish(['ann']);
  await deliver(deliveries);
  expect(await appliedNames()).toEqual(['ann']);
  expect(await deadLetters()).toBe(0);
  await expect.poll(unacknowledged, LATE).toBe(0);
});

test('a defect of an upstream is a failed attempt, other than its outage', async () => {
  const { deliver } = await openImpatientConsumer({
    userChanged: async () => {
      throw new AppError('SERVICE_UNAVAILABLE', { upstream: 'game', isDefect: true });
    },
  });
  await publish(['ann']);
  await deliver(20);
  expect(await deadLetters()).toBe(1);
  await expect.poll(unacknowledged, LATE).toBe(0);
});

test('a consumer that the broker lost leaves no listener behind', async () => {
  const listen = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  onTestFinished(() => listen.mockRestore());
  consume({ userChanged: insertApplied });
  const { consumers } = await nats.manager();
  const stream = `${nats.namespace}${owner}`.replaceAll('.', '_').toUpperCase();
  for (let loss = 0; loss < 3; loss += 1) {
    await expect.poll(() => consumers.info(stream, owner).catch(() => undefined), LATE).toBeDefined();
    await sleep(200);
    await consumers.delete(stream, owner);
  }
  await publish(['ann']);
  await expect.poll(appliedNames, LATE).toEqual(['ann']);
  const signals = new Set(listen.mock.contexts);
  const counts = [...signals].map((signal) => getEventListeners(signal as AbortSignal, 'abort').length);
  // Of the request that waits, and of a pause.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

test('an event is moved to the dead letters after twenty failed attempts, with outages between them', async () => {
  let delivery = 0;
  const { deliver } = await openImpatientConsumer({
    userChanged: async () => {
      delivery += 1;
      throw delivery % 2 === 0 ? new AppError('SERVICE_UNAVAILABLE') : new Error('never');
    },
  });
  await publish(['ann']);
  await deliver(38);
  expect(await deadLetters(), '19 failed attempts').toBe(0);
  await deliver(1);
  expect(await deadLetters()).toBe(1);
  await expect.poll(unacknowledged, LATE).toBe(0);
});

test('what runs after the commit sees it', async () => {
  await publish(NAMES);
  const seen: Promise<number | null>[] = [];
  consume({
    userChanged: async (context, sql, value, event) => {
      await insertApplied(context, sql, value, event);
      const findApplied = () =>
        db.query(`SELECT FROM applied WHERE consumer = $1 AND name = $2`, [owner, value.userId]);
      return () => void seen.push(findApplied().then(({ rowCount }) => rowCount));
    },
  });
  await expect.poll(() => seen.length, LATE).toBe(NAMES.length);
  expect(new Set(await Promise.all(seen))).toEqual(new Set([1]));
});

test('replicas whose batches lock the same rows in opposite orders apply each event once', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => `row-${owner}-${i}`);
  for (const name of rows) await db.query(`INSERT INTO counter (name) VALUES ($1)`, [name]);
  // Alternately in both orders, so that each batch meets rows that the other has locked.
  const orders = [rows, rows.toReversed()];
  const round = Array.from({ length: 20 }, (_, i) => orders[i % 2] ?? rows).flat();
  let deadlocks = 0;
  const count: Handlers['userChanged'] = async (_context, sql, { userId }) => {
    try {
      await sql.query(`UPDATE counter SET n = n + 1 WHERE name = $1`, [userId]);
    } catch (error) {
      deadlocks += 1;
      throw error;
    }
    await sleep(1);
  };
  consume({ userChanged: count });
  consume({ userChanged: count });
  const counts = async (): Promise<number[]> => {
    const { rows: found } = await db.query<{ n: number }>(
      `SELECT n FROM counter WHERE name = ANY ($1) ORDER BY name`,
      [rows],
    );
    return found.map(({ n }) => n);
  };
  // The replicas meet in nearly each round; a loaded machine may run one after the other.
  for (let published = 20; deadlocks === 0; published += 20) {
    await publish(round);
    await expect.poll(counts, { timeout: 60_000 }).toEqual(rows.map(() => published));
  }
  await expect.poll(unacknowledged, LATE).toBe(0);
}, 240_000);
