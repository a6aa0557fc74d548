import { toUserId } from '@fifteen/domain';
import { MatchmakingServiceDefinition, SearchStatus } from '@fifteen/proto/matchmaking';
import {
  AppError,
  connectRpc,
  createLog,
  encodeEvent,
  gauge,
  Lifecycle,
  openDatabase,
  openNats,
  serveMetrics,
  serveRpc,
  startConsumer,
  startOutboxPublisher,
  tokenHash,
  writeOutbox,
  type Method,
} from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';
import { serviceWithMethod, scratchDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { observeLiveHeap } from '../src/metrics/live-heap.ts';
import { publish } from '../src/replay.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const lifecycleOfTest = new Lifecycle(log);
let url: string;
let database: TestDatabase;
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;

beforeAll(async () => {
  const port = await serveMetrics({ host: '127.0.0.1', port: 0 }, { log, lifecycle });
  url = `http://127.0.0.1:${port}/metrics`;
  database = await scratchDatabase();
  servers = await testServers(['nats'], { own: true });
  const dir = await mkdtemp(join(tmpdir(), 'service-'));
  await mkdir(join(dir, 'migrations'));
  await migrate({ url: database.ownerUrl, dir });
  await rm(dir, { recursive: true });
});
afterEach(() => lifecycleOfTest.stop());
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
  await servers.stopAll();
});

const page = async (): Promise<string> => (await fetch(url)).text();

/** The value of a series as it is written: `name{label="value"}`; undefined when there is none. */
async function value(series: string): Promise<number | undefined> {
  const line = (await page()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the page', () => {
  test('is at /metrics alone', async () => {
    expect((await fetch(url)).headers.get('content-type')).toContain('text/plain');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  });

  test('has a value while it is known, and none before', async () => {
    let known: number | undefined;
    gauge('test_gauge', 'A value.', { lifecycle: lifecycleOfTest }, () =>
      known === undefined ? undefined : [[known, { of: 'test' }]],
    );
    const seen = () => value('test_gauge{of="test"}');
    expect(await seen()).toBeUndefined();
    known = 3;
    expect(await seen()).toBe(3);
    known = undefined;
    expect(await seen()).toBeNaN();
    expect(await seen()).toBeNaN();
    known = 4;
    expect(await seen()).toBe(4);
  });
});

test('the live heap is what a full garbage collection leaves', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // The tests before left garbage, which would be collected with the first that is made here.
  collectGarbage();
  observeLiveHeap({ lifecycle: lifecycleOfTest });
  const live = async () => (await value('fifteen_live_heap_bytes')) ?? 0;
  const before = await live();
  const kept = Array.from({ length: 1_000_000 }, (_, key) => ({ key }));
  collectGarbage();
  await expect.poll(live).toBeGreaterThan(before + 16 * kept.length);
  const withAll = await live();
  kept.length = 0;
  collectGarbage();
  await expect.poll(live).toBeLessThan(withAll - 16_000_000);
});

test('a call counts where it is made and where it is served, by its code', async () => {
  const join: Method<typeof MatchmakingServiceDefinition, 'join', unknown>['handle'] = async (
    _context,
    { userId },
  ) => {
    if (userId === 'late') throw new AppError('TOO_MANY_REQUESTS');
    if (userId === 'odd') throw new Error('a defect');
    return { status: SearchStatus.WAITING };
  };
  const port = await serveRpc(
    {
      name: 'matchmaking',
      service: serviceWithMethod(MatchmakingServiceDefinition, 'join'),
      methods: { join: { callers: ['gateway'], handle: join } },
      config: {
        ...{ GRPC_HOST: '127.0.0.1', GRPC_PORT: 0 },
        RPC_CALLERS: `gateway=${tokenHash('a secret of the gateway')}`,
      },
    },
    { log, lifecycle: lifecycleOfTest },
  );
  const { calls } = connectRpc(
    {
      ...{ name: 'matchmaking', service: MatchmakingServiceDefinition, token: 'a secret of the gateway' },
      address: `ipv4:127.0.0.1:${port}`,
    },
    { lifecycle: lifecycleOfTest },
  );
  const served = async (code: string) =>
    (await value(`fifteen_rpc_server_duration_seconds_count{method="join",code="${code}"}`)) ?? 0;
  const called = async (code: string) =>
    (await value(
      `fifteen_rpc_client_duration_seconds_count{target="matchmaking",method="join",code="${code}"}`,
    )) ?? 0;
  const counts = async () => [
    [await served('OK'), await called('OK')],
    [await served('TOO_MANY_REQUESTS'), await called('TOO_MANY_REQUESTS')],
    // A caller learns nothing of a defect.
    [await served('INTERNAL'), await called('SERVICE_UNAVAILABLE')],
  ];
  // Another test file may have made such calls in this process.
  const before = await counts();
  for (const userId of [toUserId('ann'), toUserId('bob'), toUserId('late'), toUserId('odd')])
    await calls.join({ userId, bet: 0 }).catch(() => 0);
  const more = [2, 1, 1];
  expect(await counts()).toEqual(before.map((pair, i) => pair.map((count) => count + (more[i] ?? 0))));
});

describe('the database', () => {
  const open = (address = database.url) =>
    openDatabase({ service: 'scratch', url: address, pool: 2 }, { log, lifecycle: lifecycleOfTest });
  const done = async (outcome: string) =>
    (await value(`fifteen_sql_duration_seconds_count{outcome="${outcome}"}`)) ?? 0;

  test('counts statements by what became of them, and a transaction once', async () => {
    const db = open();
    const before = [await done('ok'), await done('failed')];
    await db.query('SELECT 1');
    await db.tx(async (sql) => {
      await sql.query('SELECT 2');
      await sql.query('SELECT 3');
    });
    await db.query('SELECT FROM nowhere').catch(() => undefined);
    expect([await done('ok'), await done('failed')]).toEqual([before[0]! + 2, before[1]! + 1]);
  });

  test('counts a transaction that a rule rolled back as served, and an outage as unavailable', async () => {
    const outcomes = async () => [await done('ok'), await done('unavailable'), await done('failed')];
    const [ok, unavailable, failed] = (await outcomes()) as [number, number, number];
    await open()
      .tx(() => Promise.reject(new AppError('NOT_YOUR_TURN')))
      .catch(() => undefined);
    expect(await outcomes()).toEqual([ok + 1, unavailable, failed]);
    await open('postgres://127.0.0.1:1/nothing')
      .query('SELECT 1')
      .catch(() => undefined);
    expect(await outcomes()).toEqual([ok + 1, unavailable + 1, failed]);
  });

  test('counts a transaction that waits for the broker in vain as unavailable', async () => {
    const context = { log, lifecycle: lifecycleOfTest };
    const { namespace } = servers;
    const nats = await openNats({ service: 'scratch', url: servers.nats.url, namespace }, context);
    const [unavailable, failed] = [await done('unavailable'), await done('failed')];
    const [broker] = servers.nats.processes;
    await broker?.pause();
    try {
      const rows = [{ id: 1, name: 'changed', payload: Buffer.alloc(0), at: new Date() }];
      const publication = open().tx(() => publish(nats, 'scratch', rows));
      await expect(publication).rejects.toMatchObject({ details: { upstream: 'nats' } });
    } finally {
      await broker?.resume();
    }
    expect([await done('unavailable'), await done('failed')]).toEqual([unavailable + 1, failed]);
  });

  test('shows its connections, and who waits for one', async () => {
    const db = open();
    const end = Promise.withResolvers<void>();
    const busy = [1, 2, 3].map(() => db.tx(() => end.promise));
    const state = (name: string) => value(`fifteen_pg_pool_connections{state="${name}"}`);
    await expect.poll(() => state('used')).toBe(2);
    await expect.poll(() => state('waiting')).toBe(1);
    end.resolve();
    await Promise.all(busy);
    expect([await state('used'), await state('idle'), await state('waiting')]).toEqual([0, 2, 0]);
    expect(await value('fifteen_dependency_up{dependency="postgres"}')).toBe(1);
  });

  test('is said to be away when it is', async () => {
    const unreachable = new URL(database.url);
    unreachable.port = '1';
    const before = await done('unavailable');
    await expect(open(unreachable.href).query('SELECT 1')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await done('unavailable')).toBe(before + 1);
    expect(await value('fifteen_dependency_up{dependency="postgres"}')).toBe(0);
  });
});

test('counts events that are published, applied or failed, and the backlog', async () => {
  const context = { log, lifecycle: lifecycleOfTest };
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 5 }, context);
  const nats = await openNats(
    { service: 'scratch', url: servers.nats.url, namespace: servers.namespace },
    context,
  );
  let wrong = true;
  const userChanged = async (): Promise<void> => {
    if (wrong) throw new Error('not today');
  };
  startConsumer({ owner: 'scratch', name: 'reader', handlers: { userChanged } }, { ...context, db, nats });
  const of = `consumer="reader",owner="scratch"`;
  expect(await value(`fifteen_event_handling_failures_total{${of}}`)).toBe(0);
  await db.query(
    `INSERT INTO dead_letter (consumer, subject, payload, error) VALUES ('reader', $1, '', '')`,
    [`${nats.namespace}scratch.changed`],
  );

  const outbox = startOutboxPublisher({ owner: 'scratch', db, nats }, context);
  const body = { $case: 'userChanged', value: { userId: toUserId('ann') } } as const;
  await db.tx((sql) => writeOutbox(sql, [{ name: 'changed', aggregateId: 'ann', body }]));
  outbox.wake();
  await expect
    .poll(() => value(`fifteen_event_handling_failures_total{${of}}`), { timeout: 10_000 })
    .toBeGreaterThan(0);
  wrong = false;
  const handled = (outcome: string) =>
    value(`fifteen_event_handling_duration_seconds_count{${of},outcome="${outcome}"}`);
  // The wait between two attempts grows.
  await expect.poll(() => handled('ok'), { timeout: 40_000 }).toBe(1);
  expect(await handled('failed')).toBe(await value(`fifteen_event_handling_failures_total{${of}}`));
  await expect.poll(() => value(`fifteen_events_dead_lettered{${of}}`), { timeout: 30_000 }).toBe(1);

  const fetched = () => value(`fifteen_events_last_fetch_age_seconds{${of}}`);
  expect(await fetched()).toBeLessThan(10);
  await servers.nats.kill();
  await expect.poll(() => value('fifteen_dependency_up{dependency="nats"}'), { timeout: 10_000 }).toBe(0);
  await db.tx((sql) => writeOutbox(sql, [{ name: 'changed', aggregateId: 'bob', body }]));
  await expect.poll(() => value('fifteen_outbox_pending_events'), { timeout: 30_000 }).toBe(1);
  expect(await value('fifteen_outbox_oldest_event_age_seconds')).toBeGreaterThan(0);
  await expect.poll(fetched, { timeout: 30_000 }).toBeGreaterThan(10);
  await servers.nats.restart();
  await expect.poll(() => value('fifteen_outbox_pending_events'), { timeout: 30_000 }).toBe(0);
  await expect.poll(fetched, { timeout: 30_000 }).toBeLessThan(10);
}, 120_000);

test('records the age of new events, but not of those that an operator replays', async () => {
  const context = { log, lifecycle: lifecycleOfTest };
  const db = openDatabase({ service: 'scratch', url: database.url, pool: 5 }, context);
  const { namespace } = servers;
  const nats = await openNats({ service: 'scratch', url: servers.nats.url, namespace }, context);
  const handlers = { userChanged: async () => undefined };
  startConsumer({ owner: 'delayed', name: 'delayed', handlers }, { ...context, db, nats });
  const of = `consumer="delayed",owner="delayed"`;
  const handled = () => value(`fifteen_event_handling_duration_seconds_count{${of},outcome="ok"}`);
  const younger = (seconds: string) => value(`fifteen_event_age_seconds_bucket{${of},le="${seconds}"}`);

  // A new stream counts as a loss, after which all events would be published again.
  await db.query('DELETE FROM outbox');
  const body = { $case: 'userChanged', value: { userId: toUserId('ann') } } as const;
  const { payload } = encodeEvent({ name: 'changed', aggregateId: 'ann', body });
  await db.query(
    `INSERT INTO outbox (name, aggregate_id, payload, at) VALUES ('changed', 'ann', $1, now() - interval '2 minutes')`,
    [payload],
  );
  const outbox = startOutboxPublisher({ owner: 'delayed', db, nats }, context);
  await expect.poll(handled, { timeout: 30_000 }).toBe(1);
  expect([await younger('60'), await younger('300')]).toEqual([0, 1]);

  await db.query(`DELETE FROM inbox WHERE consumer = 'delayed'`);
  const admin = { caller: 'admin', deadline: 0, isRepeat: false };
  const { events } = await outbox.methods.replay.handle({}, { after: 0 }, admin);
  await expect.poll(handled, { timeout: 30_000 }).toBe(1 + events);
  expect(await younger('+Inf')).toBe(1);
}, 120_000);
