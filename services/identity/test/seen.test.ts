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
