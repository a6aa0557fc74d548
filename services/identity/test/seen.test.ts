import { Event } from '@fifteen/proto/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, member, openHouse, somewhere, type House } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

/** Where and with what a guest is seen who comes from there. */
async function seenFrom(ip: string, device = '') {
  const { session } = await house.identity.createGuest({ origin: { ip, locale: '', device } });
  return lastSeen(session!.account!.id);
}

async function lastSeen(userId: string) {
  const { rows } = await house.owner.query<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen' ORDER BY id DESC LIMIT 1`,
    [userId],
  );
  const { body } = Event.decode(rows[0]!.payload);
  if (body?.$case !== 'userSeen') throw new Error('not seen');
  return body.value;
}

test('the same network and device look the same, and like nothing else', async () => {
  const [one, same, other] = [
    await seenFrom('203.0.113.7', 'A'.repeat(22)),
    await seenFrom('203.0.113.7', 'A'.repeat(22)),
    await seenFrom('203.0.113.8', 'B'.repeat(22)),
  ];
  expect([same.network, same.device]).toEqual([one.network, one.device]);
  expect(other.network).not.toBe(one.network);
  expect(other.device).not.toBe(one.device);
  expect(JSON.stringify([one, other])).not.toMatch(/203\.0|AAAA|BBBB/);
});

test('of IPv6 a network is its first half; without a cookie there is no device', async () => {
  const [one, neighbour, other] = [
    await seenFrom('2001:db8:1:2::1'),
    await seenFrom('2001:db8:1:2:ffff::9'),
    await seenFrom('2001:db8:1:3::1'),
  ];
  expect(neighbour.network).toBe(one.network);
  expect(other.network).not.toBe(one.network);
  expect(one.device).toBe('');
});

test('every login is seen, and only those that succeed', async () => {
  const { userId, email, password } = await member(house);
  await login(house, email, password, { origin: { ...somewhere(), ip: '198.51.100.1' } });
  const first = await lastSeen(userId);
  await login(house, email, 'something else', {
    origin: { ...somewhere(), ip: '198.51.100.2' },
  }).catch(() => undefined);
  expect(await lastSeen(userId)).toEqual(first);
  await login(house, email, password, { origin: { ...somewhere(), ip: '198.51.100.2' } });
  expect((await lastSeen(userId)).network).not.toBe(first.network);
});

test('a session that is used in another network or with another device is seen there, once in half an hour', async () => {
  const { session, token } = await house.identity.createGuest({
    origin: { ip: '192.0.2.1', locale: '', device: 'A'.repeat(22) },
  });
  const userId = session!.account!.id;
  const home = await lastSeen(userId);
  const use = (ip: string, device = '', replica = 0) =>
    house.replicas[replica]!.authenticate({ token, origin: { ip, locale: '', device } });
  const count = async () =>
    (await house.owner.query(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen'`, [userId]))
      .rowCount;
  await use('192.0.2.1', 'A'.repeat(22));
  await use('192.0.2.1');
  await use('');
  await house.identity.authenticate({ token });
  expect(await count(), 'nothing differs').toBe(1);

  await use('192.0.2.2', '', 1);
  const away = await lastSeen(userId);
  expect([away.network === home.network, away.device]).toEqual([false, home.device]);
  for (let i = 0; i < 3; i += 1) {
    await use('192.0.2.1', 'A'.repeat(22), i % 2);
    await use('192.0.2.2', 'A'.repeat(22), i % 2);
  }
  expect(await count(), 'both are known').toBe(2);
  await use('192.0.2.2', 'B'.repeat(22));
  expect((await lastSeen(userId)).device).not.toBe(home.device);

  // Half an hour later the user is at home again.
  await age(userId, 31 * 60_000);
  await use('192.0.2.1', 'A'.repeat(22));
  expect(await lastSeen(userId)).toEqual(home);
  expect(await count()).toBe(4);

  for (let i = 0; i < 30; i += 1) await use(`198.51.100.${i}`);
  expect(await count(), 'more places than a person can be at').toBe(23);
});

/** Moves the events of a user back in time. */
async function age(userId: string, ms: number): Promise<void> {
  const { rows } = await house.owner.query<{ id: number; payload: Buffer }>(
    `SELECT id, payload FROM outbox WHERE aggregate_id = $1`,
    [userId],
  );
  for (const { id, payload } of rows) {
    const event = Event.decode(payload);
    event.occurredAt = new Date((event.occurredAt ?? new Date()).getTime() - ms);
    await house.owner.query(`UPDATE outbox SET payload = $2 WHERE id = $1`, [
      id,
      Buffer.from(Event.encode(event).finish()),
    ]);
  }
}

test('is told again to whoever lost it, the newest twenty of each, and to nobody else', async () => {
  const { session } = await house.identity.createGuest({
    origin: { ip: '203.0.113.9', locale: '', device: '' },
  });
  const userId = session!.account!.id;
  const leaderboard = house.as('leaderboard');
  const where = await lastSeen(userId);
  expect((await leaderboard.sightings({ userIds: [userId, 'nobody'] })).sightings).toEqual([
    { ...where, at: expect.any(Date) as Date },
  ]);
  await expect(house.identity.sightings({ userIds: [userId] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const tooMany = Array<string>(1_001).fill(userId);
  await expect(leaderboard.sightings({ userIds: tooMany })).rejects.toMatchObject({ code: 'INVALID' });
});
