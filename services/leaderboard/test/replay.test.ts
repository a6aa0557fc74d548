import fc from 'fast-check';
import { Event } from '@fifteen/proto/events';
import { openNats, Lifecycle } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { writeAccount, writeUserSeen, writeUserUpgraded } from './fixtures.ts';
import { DAY_MS } from '../src/domain/week.ts';
import { log, testHarness } from './harness.ts';

const harness = testHarness();

const CONDITIONS = ['horizontal', 'vertical', 'diagonal', 'draw', 'abandonment', 'expired'] as const;

/** A few people who play a hundred games within a month, as chance has it, some in the same instant. */
async function aMonth(seed: number): Promise<void> {
  const random = fc.sample(fc.nat({ max: 1_000_000 }), { seed, numRuns: 2_000 });
  const below = (n: number): number => (random.pop() ?? 0) % n;
  const people = await harness.newUsers(5);
  const guest = await writeAccount(harness.identity, { guest: true });
  await writeUserUpgraded(harness.identity, guest, new Date(Date.now() - 10 * DAY_MS));
  people.push(guest, await writeAccount(harness.identity, { guest: true }), 'player_1');
  for (const userId of people.slice(0, 6))
    await writeUserSeen(harness.identity, { userId, network: `net-${below(4)}`, device: `dev-${below(6)}` });
  const instants = Array.from({ length: 40 }, () => new Date(Date.now() - below(28 * 24 * 3_600) * 1_000));
  for (let i = 0; i < 100; i += 1) {
    const x = below(people.length);
    const o = (x + 1 + below(people.length - 1)) % people.length;
    await harness.finishGame({
      ...{ x: people[x]!, o: people[o]!, winner: below(3) ? 'X' : 'O', plies: 5 + below(10) },
      ...{ condition: CONDITIONS[below(CONDITIONS.length)]!, at: instants[below(instants.length)]! },
    });
  }
}

test('a replay into an empty database makes the same records, achievements and boards', async () => {
  await aMonth(42);
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  const before = await harness.readTables();
  expect((before['record'] as unknown[]).length).toBeGreaterThan(5);
  expect((before['result'] as unknown[]).length).toBeGreaterThan(5);

  await harness.resetDatabase();
  expect(await harness.replay('game')).toBe(100);
  await harness.replay('identity');
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  expect(await harness.readTables()).toEqual(before);
}, 120_000);

test('facts that come again, and by hundreds at once to both replicas, change nothing', async () => {
  const before = await harness.readTables();
  await harness.replay('identity');
  await harness.replay('game');
  await harness.finishGame({ x: 'player_1', o: 'player_2', condition: 'expired', plies: 1 });
  await harness.waitForEvents();
  expect(await harness.readTables()).toEqual(before);
});

test('whatever the order in which facts come, it leads to the same', async () => {
  const before = await harness.readTables();
  const rows = [];
  for (const [owner, database] of [
    ['game', harness.games],
    ['identity', harness.identity],
  ] as const) {
    const told = await database.query<{ id: number; name: string; payload: Buffer }>('SELECT * FROM outbox');
    rows.push(...told.rows.map((row) => ({ owner, ...row })));
  }
  const lifecycle = new Lifecycle(log);
  const nats = await openNats(
    { service: 'test', url: harness.servers.nats.url, namespace: harness.servers.namespace },
    { log, lifecycle },
  );
  for (const seed of [1, 2]) {
    await harness.resetDatabase();
    const [order] = fc.sample(fc.shuffledSubarray(rows, { minLength: rows.length }), { seed, numRuns: 1 });
    for (const [i, { owner, id, name, payload }] of order!.entries()) {
      const event = Event.encode({ ...Event.decode(payload), id: `${owner}:${id}` }).finish();
      await nats.js.publish(`${nats.namespace}${owner}.${name}`, event, { msgID: `${seed}/${i}` });
    }
    await harness.waitForEvents();
    await harness.admin.closeWeeks({});
    expect(await harness.readTables(), `order ${seed}`).toEqual(before);
  }
  await lifecycle.stop();
}, 120_000);
