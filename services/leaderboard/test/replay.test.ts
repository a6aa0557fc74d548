import { toUserId } from '@fifteen/domain';
import fc from 'fast-check';
import { Event } from '@fifteen/proto/events';
import { openNats, Lifecycle, type Database } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { expect, test } from 'vitest';
import { writeAccount, writeUserSeen, writeUserUpgraded } from './fixtures.ts';
import { DAY_MS } from '../src/domain/week.ts';
import { testHarness } from './harness.ts';

const harness = testHarness();

const CONDITIONS = ['horizontal', 'vertical', 'diagonal', 'draw', 'abandonment', 'expired'] as const;

/** A row of an outbox, and the service whose outbox it is. */
interface StoredEvent {
  owner: 'game' | 'identity';
  id: number;
  name: string;
  payload: Buffer;
  at: Date;
}

/** Writes a hundred random games of a few users within a month, some in the same instant. */
async function writeMonth(seed: number): Promise<void> {
  const random = fc.sample(fc.nat(), { seed, numRuns: 2_000 });
  const below = (n: number): number => (random.pop() ?? 0) % n;
  const users = await harness.newUsers(5);
  const guest = await writeAccount(harness.identity, { guest: true });
  await writeUserUpgraded(harness.identity, guest, new Date(Date.now() - 10 * DAY_MS));
  users.push(guest, await writeAccount(harness.identity, { guest: true }), toUserId('player_1'));
  for (const userId of users.slice(0, 6))
    await writeUserSeen(harness.identity, { userId, network: `net-${below(4)}`, device: `dev-${below(6)}` });
  const instants = Array.from({ length: 40 }, () => new Date(Date.now() - below(28 * 24 * 3_600) * 1_000));
  for (let i = 0; i < 100; i += 1) {
    const x = below(users.length);
    const o = (x + 1 + below(users.length - 1)) % users.length;
    await harness.finishGame({
      ...{ x: users[x]!, o: users[o]!, winner: below(3) ? 'X' : 'O', plies: 5 + below(10) },
      ...{ condition: CONDITIONS[below(CONDITIONS.length)]!, at: instants[below(instants.length)]! },
    });
  }
}

let tables: Promise<Record<string, unknown>> | undefined;
/** Writes the month once. Returns the tables after its events arrived once, in order. */
const tablesOfMonth = (): Promise<Record<string, unknown>> =>
  (tables ??= (async () => {
    await writeMonth(42);
    await harness.waitForEvents();
    await harness.admin.closeWeeks({});
    const month = await harness.readTables();
    expect((month['record'] as unknown[]).length).toBeGreaterThan(5);
    expect((month['result'] as unknown[]).length).toBeGreaterThan(5);
    return month;
  })());

test('a replay into an empty database restores the same records, achievements and boards', async () => {
  const before = await tablesOfMonth();
  await harness.resetDatabase();
  expect(await harness.replay('game')).toBeGreaterThanOrEqual(100);
  await harness.replay('identity');
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  expect(await harness.readTables()).toEqual(before);
}, 120_000);

test('repeated events, hundreds at once at both replicas, change nothing', async () => {
  const before = await tablesOfMonth();
  let replayed = 0;
  for (const service of ['identity', 'game', 'game'] as const) replayed += await harness.replay(service);
  expect(replayed).toBeGreaterThan(200);
  // New events of both services: once they are applied, the replayed ones before them have arrived, too.
  const x = await writeAccount(harness.identity);
  await harness.finishGame({ x, o: toUserId('player_1'), condition: 'expired', plies: 1 });
  await harness.waitForEvents();
  expect(await harness.readTables()).toEqual(before);
});

/** Returns all events of users and games, in an order that follows from the seed. */
async function shuffledEvents(seed: number): Promise<StoredEvent[]> {
  const owners = [
    ['game', harness.games],
    ['identity', harness.identity],
  ] as const;
  const events: StoredEvent[] = [];
  for (const [owner, database] of owners) {
    const outbox = await database.query<Omit<StoredEvent, 'owner'>>('SELECT * FROM outbox ORDER BY id');
    events.push(...outbox.rows.map((row) => ({ owner, ...row })));
  }
  return fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), { seed, numRuns: 1 })[0] ?? [];
}

/** Publishes events to the replicas. */
async function publish(events: readonly StoredEvent[]): Promise<void> {
  const lifecycle = new Lifecycle(log);
  const { url } = harness.servers.nats;
  const nats = await openNats(
    { service: 'test', url, namespace: harness.servers.namespace },
    { log, lifecycle },
  );
  for (const { owner, id, name, payload, at } of events) {
    const event = Event.encode({ ...Event.decode(payload), id: `${owner}:${id}`, occurredAt: at }).finish();
    await nats.js.publish(`${nats.namespace}${owner}.${name}`, event);
  }
  await lifecycle.stop();
}

test('weeks that close while their events arrive have the same results', async () => {
  const before = await tablesOfMonth();
  const events = await shuffledEvents(2);
  await harness.resetDatabase();
  while (events.length > 0) {
    await publish(events.splice(0, 20));
    await harness.admin.closeWeeks({});
  }
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  expect(await harness.readTables()).toEqual(before);
}, 120_000);

/** Returns how often a transaction was aborted because of a deadlock. Postgres counts those of a connection when it ends. */
async function deadlocks(database: Database): Promise<number> {
  const { rows } = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}

test('the order of events does not change the result, and makes no transactions deadlock', async () => {
  const before = await tablesOfMonth();
  const events = await shuffledEvents(1);
  await harness.resetDatabase();
  await publish(events);
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  expect(await harness.readTables()).toEqual(before);

  const database = harness.sql;
  await harness.resetDatabase();
  expect(await deadlocks(database)).toBe(0);
}, 120_000);
