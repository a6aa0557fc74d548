import { toUserId, type UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteOldAccessRecords } from '../src/db/access-records.ts';
import { login, registerUser, openHarness, newOrigin, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

/** Creates a guest from an address and returns the published network and device. */
async function recordFrom(ip: string, device = '') {
  const { session } = (await harness.identity.createGuest({ origin: { ip, locale: '', device } })).grant;
  return newestRecord(session!.account!.id);
}

async function newestRecord(userId: UserId) {
  const { rows } = await harness.owner.query<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen' ORDER BY id DESC LIMIT 1`,
    [userId],
  );
  const { body } = Event.decode(rows[0]!.payload);
  if (body?.$case !== 'userSeen') throw new Error('not a user_seen event');
  return body.value;
}

test('equal networks and devices have equal pseudonyms, different ones have different pseudonyms', async () => {
  const [one, same, other] = [
    await recordFrom('203.0.113.7', 'A'.repeat(22)),
    await recordFrom('203.0.113.7', 'A'.repeat(22)),
    await recordFrom('203.0.113.8', 'B'.repeat(22)),
  ];
  expect([same.network, same.device]).toEqual([one.network, one.device]);
  expect(other.network).not.toBe(one.network);
  expect(other.device).not.toBe(one.device);
  expect(JSON.stringify([one, other])).not.toMatch(/203\.0|AAAA|BBBB/);
});

test('an IPv6 network is a /64; without a cookie the device is unknown', async () => {
  const [one, sameNetwork, other] = [
    await recordFrom('2001:db8:1:2::1'),
    await recordFrom('2001:db8:1:2:ffff::9'),
    await recordFrom('2001:db8:1:3::1'),
  ];
  expect(sameNetwork.network).toBe(one.network);
  expect(other.network).not.toBe(one.network);
  expect(one.device).toBe('');
});

test('every successful login is published, and no failed one', async () => {
  const { userId, email, password } = await registerUser(harness);
  await login(harness, email, password, { origin: { ...newOrigin(), ip: '198.51.100.1' } });
  const first = await newestRecord(userId);
  await login(harness, email, 'something else', {
    origin: { ...newOrigin(), ip: '198.51.100.2' },
  }).catch(() => undefined);
  expect(await newestRecord(userId)).toEqual(first);
  await login(harness, email, password, { origin: { ...newOrigin(), ip: '198.51.100.2' } });
  expect((await newestRecord(userId)).network).not.toBe(first.network);
});

test('a session that is used in another network or with another device is published, once in half an hour', async () => {
  const { session, token } = (
    await harness.identity.createGuest({
      origin: { ip: '192.0.2.1', locale: '', device: 'A'.repeat(22) },
    })
  ).grant;
  const userId = session!.account!.id;
  const home = await newestRecord(userId);
  const use = (ip: string, device = '', replica = 0) =>
    harness.replicas[replica]!.authenticate({ token, origin: { ip, locale: '', device } });
  const count = async () =>
    (await harness.owner.query(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen'`, [userId]))
      .rowCount;
  await use('192.0.2.1', 'A'.repeat(22));
  await use('192.0.2.1');
  await use('');
  await harness.identity.authenticate({ token });
  expect(await count(), 'nothing differs').toBe(1);

  await use('192.0.2.2', '', 1);
  const otherRecord = await newestRecord(userId);
  expect([otherRecord.network === home.network, otherRecord.device]).toEqual([false, home.device]);
  for (let i = 0; i < 3; i += 1) {
    await use('192.0.2.1', 'A'.repeat(22), i % 2);
    await use('192.0.2.2', 'A'.repeat(22), i % 2);
  }
  expect(await count(), 'both are known').toBe(2);
  await use('192.0.2.2', 'B'.repeat(22));
  expect((await newestRecord(userId)).device).not.toBe(home.device);

  // Half an hour later the session is used in the first network again.
  await ageEvents(userId, 31 * 60_000);
  await use('192.0.2.1', 'A'.repeat(22));
  expect(await newestRecord(userId)).toEqual(home);
  expect(await count()).toBe(4);

  for (let i = 0; i < 30; i += 1) await use(`198.51.100.${i}`);
  expect(await count(), 'frequent changes are throttled').toBe(23);
});

test('a refresh of open sockets publishes the network of each that has changed', async () => {
  const origins = ['192.0.2.1', '192.0.2.2'].map((ip) => ({ ip, locale: '', device: '' }));
  const [home, other] = origins;
  const grants = await Promise.all(
    [1, 2].map(async () => (await harness.identity.createGuest({ origin: home })).grant),
  );
  const before = await Promise.all(grants.map(({ session }) => newestRecord(session!.account!.id)));
  const sessions = grants.map(({ token }, index) => ({ token, origin: index === 0 ? home : other }));
  await harness.identity.refreshSessions({ sessions });
  const after = await Promise.all(grants.map(({ session }) => newestRecord(session!.account!.id)));
  expect(after[0]).toEqual(before[0]);
  expect(after[1]!.network).not.toBe(before[1]!.network);
});

/** Moves the events of a user into the past. */
async function ageEvents(userId: UserId, ms: number): Promise<void> {
  await harness.owner.query(
    `UPDATE outbox SET at = at - make_interval(secs => $2::float8 / 1000) WHERE aggregate_id = $1`,
    [userId, ms],
  );
}

test('the clock of the database decides when a network is published again, and is the time of a record', async () => {
  const { session, token } = (
    await harness.identity.createGuest({ origin: { ip: '192.0.2.1', locale: '', device: '' } })
  ).grant;
  const userId = session!.account!.id;
  const stored = async () =>
    (
      await harness.owner.query<{ at: Date }>(
        `SELECT at FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen' ORDER BY id DESC`,
        [userId],
      )
    ).rows;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  try {
    for (const ip of ['192.0.2.2', '192.0.2.1', '192.0.2.2'])
      await harness.identity.authenticate({ token, origin: { ip, locale: '', device: '' } });
  } finally {
    vi.useRealTimers();
  }
  const rows = await stored();
  expect(rows).toHaveLength(2);
  const { records } = await harness.callAs('leaderboard').listAccessRecords({ userIds: [userId] });
  expect(records.map(({ at }) => at)).toEqual(rows.map(({ at }) => at));
});

test('the leaderboard can list access records of up to 1000 users, and no other caller can', async () => {
  const { session } = (
    await harness.identity.createGuest({
      origin: { ip: '203.0.113.9', locale: '', device: '' },
    })
  ).grant;
  const userId = session!.account!.id;
  const leaderboard = harness.callAs('leaderboard');
  const record = await newestRecord(userId);
  expect((await leaderboard.listAccessRecords({ userIds: [userId, toUserId('unknown')] })).records).toEqual([
    { ...record, at: expect.any(Date) as Date },
  ]);
  await expect(harness.identity.listAccessRecords({ userIds: [userId] })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  for (const [count, range] of [
    [1_001, {}],
    [151, { from: new Date(0), until: new Date() }],
  ] as const) {
    const userIds = Array<UserId>(count).fill(userId);
    await expect(leaderboard.listAccessRecords({ userIds, ...range })).rejects.toMatchObject({
      code: 'INVALID',
    });
  }
});

test('the access records of a range include the one that a user had when it began', async () => {
  const { grant } = await harness.identity.createGuest({
    origin: { ip: '198.51.100.1', locale: '', device: '' },
  });
  const userId = grant!.session!.account!.id;
  for (const host of [2, 3, 4])
    await harness.identity.authenticate({
      token: grant!.token,
      origin: { ip: `198.51.100.${host}`, locale: '', device: '' },
    });
  const { rows } = await harness.owner.query<{ at: Date }>(
    `WITH seen AS (SELECT id, row_number() OVER (ORDER BY id) AS day FROM outbox
       WHERE aggregate_id = $1 AND name = 'user_seen')
     UPDATE outbox SET at = '2026-01-01'::timestamptz + make_interval(days => seen.day::int) FROM seen
     WHERE outbox.id = seen.id RETURNING at`,
    [userId],
  );
  const [, , second, third, fourth] = [undefined, ...rows.map(({ at }) => at)];
  const { records } = await harness
    .callAs('leaderboard')
    .listAccessRecords({ userIds: [userId], from: third!, until: fourth! });
  expect(records.map(({ at }) => at)).toEqual([third, second]);
});

test('a response has the access records of a day of 150 users who alternate between five devices', async () => {
  const { grant } = await harness.identity.createGuest({
    origin: { ip: '198.51.100.1', locale: '', device: 'A'.repeat(22) },
  });
  const userId = grant!.session!.account!.id;
  const from = new Date('2026-01-01');
  await harness.owner.query(
    `INSERT INTO outbox (name, aggregate_id, payload, at, published_at)
     SELECT name, aggregate_id, payload, $2::timestamptz + make_interval(secs => n + 0.123456), now()
     FROM outbox, generate_series(-1, 249) AS n WHERE aggregate_id = $1 AND name = 'user_seen'`,
    [userId, from],
  );
  const { records } = await harness
    .callAs('leaderboard')
    .listAccessRecords(
      { userIds: Array<UserId>(150).fill(userId), from, until: new Date('2026-01-02') },
      { limitMs: 20_000 },
    );
  expect(records).toHaveLength(150 * 251);
});

test('access records are deleted after 90 days, except the newest of those that are older', async () => {
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  await expect
    .poll(() => harness.db.query(`SELECT FROM outbox WHERE published_at IS NULL`))
    .toMatchObject({
      rowCount: 0,
    });
  await harness.owner.query(
    `INSERT INTO outbox (name, aggregate_id, payload, at, published_at)
     SELECT name, aggregate_id, payload, now() - age, now() - age
     FROM outbox, unnest('{400 days,91 days,90 days 1 minute,89 days}'::interval[]) AS age
     WHERE aggregate_id = $1`,
    [userId],
  );
  const ages = async () =>
    (
      await harness.db.query<{ name: string; days: number }>(
        `SELECT name, extract(day FROM now() - at)::int AS days FROM outbox WHERE aggregate_id = $1 ORDER BY name, at`,
        [userId],
      )
    ).rows.map(({ name, days }) => `${name} ${days}`);
  while (await deleteOldAccessRecords(harness.db));
  expect(await ages()).toEqual([
    ...[400, 91, 90, 89, 0].map((days) => `user_created ${days}`),
    ...[90, 89, 0].map((days) => `user_seen ${days}`),
  ]);
});

test('a guest can leave while their records are published, of which none stays after 90 days', async () => {
  const { identity, owner, db } = harness;
  const { grant } = await identity.createGuest({ origin: newOrigin() });
  const userId = grant!.session!.account!.id;
  await owner.tx(async (sql) => {
    // As the publisher does while it waits for the broker.
    await sql.query(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen' FOR UPDATE`, [userId]);
    await identity.logout({ token: grant!.token });
  });
  const records = async () =>
    (await owner.query(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen'`, [userId]))
      .rowCount;
  expect(await records()).toBe(1);
  await owner.query(
    `UPDATE outbox SET at = at - interval '91 days', published_at = now() - interval '91 days'
     WHERE aggregate_id = $1 AND name = 'user_seen'`,
    [userId],
  );
  while (await deleteOldAccessRecords(db));
  expect(await records()).toBe(0);
});
