import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import type { SendGiftRequest } from '@fifteen/proto/economy';
import { Lifecycle } from '@fifteen/runtime';
import { connectAs, log } from '@fifteen/testkit/services';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { avoidEndOfDay, openHarness, type Harness } from './harness.ts';

const lifecycle = new Lifecycle(log);
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(avoidEndOfDay);
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(async () => {
  await lifecycle.stop();
  await harness.stop();
});

const ago = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

const gift = (senderId: UserId, recipientId: UserId, amount: number, more: Partial<SendGiftRequest> = {}) =>
  harness.as('gateway').sendGift({
    ...{ senderId, recipientId, amount, message: '', key: '' },
    ...{ senderIsGuest: false, senderVerifiedAt: ago(30), senderResetAt: undefined },
    ...more,
  });
const newAccount = { senderVerifiedAt: ago(6) };
/** Lets time pass for the gifts of a sender. */
const letTimePass = async (senderId: UserId, time: string) => {
  await harness.owner.query('ALTER TABLE gift DISABLE TRIGGER USER');
  await harness.owner.query('UPDATE gift SET at = at - $2::interval WHERE sender = $1', [senderId, time]);
  await harness.owner.query('ALTER TABLE gift ENABLE TRIGGER USER');
};
/** Creates two users with so many coins. */
const newPair = async (first = 100_000, second = 1_000) =>
  [await harness.newUser(first), await harness.newUser(second)] as const;
const times = <T>(n: number, once: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, index) => once(index)));

describe('a gift', () => {
  test('moves coins from one user to the other, and returns the balance of the sender', async () => {
    const [ann, bob] = await newPair();
    const response = await gift(ann, bob, 100, { message: 'For you, 💖!' });
    expect(response).toEqual({ coins: 99_900 });
    expect(await harness.balancesOf(ann, bob)).toEqual([99_900, 1_100]);
    const { rows } = await harness.sql.query(
      `SELECT request FROM journal_entry JOIN gift ON key = entry_key WHERE sender = $1 AND kind = 'gift'`,
      [ann],
    );
    expect(rows).toEqual([{ request: { from: ann, to: bob, amount: 100, message: 'For you, 💖!' } }]);
  });

  test('can be the whole balance', async () => {
    const [ann, bob] = await newPair(1_000);
    await gift(ann, bob, 1_000);
    expect(await harness.balancesOf(ann, bob)).toEqual([0, 2_000]);
  });

  test('of the whole balance succeeds once for a hundred concurrent calls with different keys', async () => {
    const [ann, bob] = await newPair(50_000);
    const race = await Promise.allSettled(
      Array.from({ length: 100 }, () => gift(ann, bob, 50_000, { key: randomUUID() })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of race)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'GIFT_TOO_MUCH' });
    expect(await harness.balancesOf(ann, bob)).toEqual([0, 51_000]);
  });

  test('is sent once per key, with the same response for a hundred concurrent calls', async () => {
    const [ann, bob] = await newPair();
    const key = randomUUID();
    const responses = await times(100, () => gift(ann, bob, 70, { key }));
    expect(responses).toEqual(responses.map(() => ({ coins: 99_930 })));
    expect(await harness.balancesOf(bob)).toEqual([1_070]);
  });

  test('without a key is a repeat within 30 seconds, and another gift later', async () => {
    const [ann, bob] = await newPair();
    await times(100, () => gift(ann, bob, 70));
    expect(await harness.balancesOf(ann, bob)).toEqual([99_930, 1_070]);
    await gift(ann, bob, 70, { message: 'and again' });
    await gift(ann, bob, 71);
    await gift(ann, bob, 70, { key: randomUUID() });
    expect(await harness.balancesOf(bob)).toEqual([1_281]);
    await letTimePass(ann, '31 seconds');
    await gift(ann, bob, 70);
    expect(await harness.balancesOf(bob)).toEqual([1_351]);
  });

  test('rejects other terms under the same key; other senders have keys of their own', async () => {
    const [ann, bob] = await newPair();
    const cid = await harness.newUser();
    const key = 'the-key';
    await gift(ann, bob, 70, { key });
    for (const [to, amount, message] of [
      [bob, 71, ''],
      [cid, 70, ''],
      [bob, 70, 'hi'],
    ] as const)
      await expect(gift(ann, to, amount, { key, message })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    await gift(bob, cid, 5, { key });
    expect(await harness.balancesOf(ann, bob, cid)).toEqual([99_930, 1_065, 1_005]);
  });

  test('is found by its terms and key, and never sent by that', async () => {
    const [ann, bob] = await newPair();
    const terms = { senderId: ann, recipientId: bob, amount: 70, message: 'hi', key: 'k' };
    const find = (more: Partial<typeof terms> = {}) =>
      harness.as('gateway').getSentGift({ ...terms, ...more });
    expect(await find()).toEqual({ coins: undefined });
    expect(await harness.balancesOf(ann, bob)).toEqual([100_000, 1_000]);
    await gift(ann, bob, 70, { message: 'hi', key: 'k' });
    await gift(ann, bob, 30, { message: 'without a key' });
    expect(await find()).toEqual({ coins: 99_900 });
    for (const other of [
      { key: 'another' },
      { amount: 71 },
      { message: '' },
      { recipientId: await harness.newUser() },
      { senderId: await harness.newUser() },
      { amount: 30, message: 'without a key', key: '' },
    ])
      expect(await find(other), JSON.stringify(other)).toEqual({ coins: undefined });
    await harness.expireGuest(bob);
    expect(await find()).toEqual({ coins: 99_900 });
  });

  test('with other terms under the same key raises no alarm, unlike a top-up', async () => {
    const alarms: unknown[] = [];
    const address = `ipv4:127.0.0.1:${await harness.startReplica(alarms)}`;
    const [ann, bob] = await newPair();
    await gift(ann, bob, 1, { key: 'k' });
    const since = { senderVerifiedAt: ago(30), senderResetAt: undefined };
    const terms = { senderId: ann, recipientId: bob, amount: 2, message: '', key: 'k' };
    const other = { ...terms, senderIsGuest: false, ...since };
    await expect(
      connectAs('gateway', EconomyServiceDefinition, address, lifecycle).sendGift(other),
    ).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(alarms).toEqual([]);
    const payment = { userId: ann, reference: randomUUID() };
    const admin = connectAs('admin', EconomyServiceDefinition, address, lifecycle);
    await admin.topUp({ ...payment, amount: 5 });
    await expect(admin.topUp({ ...payment, amount: 6 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(alarms).toHaveLength(1);
  });

  test('neither creates nor loses coins between many concurrent senders', async () => {
    const users = await times(5, () => harness.newUser(20_000));
    await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        gift(users[i % 5]!, users[(i * 3 + 1 + (i % 2)) % 5]!, 1 + ((i * 997) % 20_000), { key: `k${i}` }),
      ),
    );
    const coins = await harness.balancesOf(...users);
    expect(coins.reduce((sum, one) => sum + one)).toBe(100_000);
  });
});

describe('an unseen gift', () => {
  const unseen = async (userId: UserId) => (await harness.as('gateway').listUnseenGifts({ userId })).gifts;
  const see = (userId: UserId, giftId: string) => harness.as('gateway').markGiftSeen({ userId, giftId });

  test('is listed for its recipient, the oldest first, until it is marked as seen', async () => {
    const [ann, bob] = await newPair();
    await gift(ann, bob, 10, { message: 'first' });
    await gift(ann, bob, 20, { key: 'k' });
    await gift(ann, bob, 20, { key: 'k' });
    const [first, second, ...more] = await unseen(bob);
    expect(first).toEqual({ id: expect.any(String), senderId: ann, amount: 10, message: 'first' });
    expect(second).toMatchObject({ amount: 20, message: '' });
    expect([more, await unseen(ann)]).toEqual([[], []]);
    for (let i = 0; i < 2; i += 1) await see(bob, first!.id);
    expect(await unseen(bob)).toEqual([second]);
    // A repeat is not unseen again.
    await gift(ann, bob, 10, { message: 'first' });
    expect(await unseen(bob)).toEqual([second]);
  });

  test('is deleted with its recipient, a guest', async () => {
    const [ann, guest] = await newPair();
    await gift(ann, guest, 10);
    await harness.expireGuest(guest);
    const { rowCount } = await harness.sql.query('SELECT FROM unseen_gift WHERE recipient = $1', [guest]);
    expect(rowCount).toBe(0);
  });

  test('can be marked by its recipient only', async () => {
    const [ann, bob] = await newPair();
    await gift(ann, bob, 10);
    const waiting = await unseen(bob);
    for (const [userId, id] of [
      [ann, waiting[0]!.id],
      [bob, toUserId(randomUUID())],
    ] as const)
      await expect(see(userId, id)).rejects.toMatchObject({ code: 'GIFT_NOT_FOUND' });
    expect(await unseen(bob)).toEqual(waiting);
    await expect(see(bob, 'none')).rejects.toMatchObject({ code: 'INVALID' });
  });

  test('comes in pages of twenty', async () => {
    const [ann, bob] = await newPair();
    for (let amount = 1; amount <= 22; amount += 1) await gift(ann, bob, amount);
    const page = await unseen(bob);
    expect(page.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const { id } of page) await see(bob, id);
    expect((await unseen(bob)).map(({ amount }) => amount)).toEqual([21, 22]);
  });
});

describe('a gift is rejected', () => {
  test('beyond the balance, with the balance', async () => {
    const [ann, bob] = await newPair(1_000);
    for (const amount of [1_001, 1_000_000_000_001, Number.MAX_SAFE_INTEGER]) {
      const [result] = await Promise.allSettled([gift(ann, bob, amount)]);
      expect(result).toMatchObject({ reason: { code: 'GIFT_TOO_MUCH', details: { coins: 1_000 } } });
    }
    expect(await harness.balancesOf(ann, bob)).toEqual([1_000, 1_000]);
  });

  test('beyond the largest transfer', async () => {
    const [ann, bob] = await newPair(1_000_000_001_000);
    await harness.as('admin').topUp({ userId: ann, amount: 5_000, reference: randomUUID() });
    await expect(gift(ann, bob, 1_000_000_000_001)).rejects.toMatchObject({ code: 'INVALID' });
    await gift(ann, bob, 1_000_000_000_000);
    expect(await harness.balancesOf(ann, bob)).toEqual([6_000, 1_000_000_001_000]);
  });

  test('to the sender, to a bot, without an amount, with a long message or key', async () => {
    const [ann, bob] = await newPair();
    for (const change of [
      { recipientId: ann },
      { recipientId: toUserId('player_7') },
      { recipientId: toUserId('ai') },
      { recipientId: toUserId('') },
      { amount: 0 },
      { amount: -5 },
      { message: 'x'.repeat(201) },
      { message: 'two\nlines' },
      { key: 'x'.repeat(129) },
      { key: 'a key' },
    ])
      await expect(gift(ann, bob, 5, change), JSON.stringify(change)).rejects.toMatchObject({
        code: 'INVALID',
      });
    expect(await harness.balancesOf(ann, bob)).toEqual([100_000, 1_000]);
  });

  test('from a guest, but not to a guest', async () => {
    const [ann, guest] = await newPair();
    await expect(gift(guest, ann, 5, { senderIsGuest: true })).rejects.toMatchObject({
      code: 'GIFT_FROM_GUEST',
    });
    await gift(ann, guest, 5);
    expect(await harness.balancesOf(ann, guest)).toEqual([99_995, 1_005]);
  });

  test('to and from a user without a wallet; a repeat still returns the balance', async () => {
    const [ann, guest] = await newPair();
    const key = randomUUID();
    await gift(ann, guest, 5, { key });
    await harness.expireGuest(guest);
    expect(await gift(ann, guest, 5, { key })).toEqual({ coins: 99_995 });
    expect(await gift(ann, guest, 5)).toEqual({ coins: 99_995 });
    for (const other of [guest, toUserId(randomUUID())]) {
      await expect(gift(ann, other, 6)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      await expect(gift(other, ann, 6)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    }
    expect(await harness.balancesOf(ann, guest)).toEqual([99_995, 0]);
  });

  test('for a day after the password was reset', async () => {
    const [ann, bob] = await newPair();
    await expect(gift(ann, bob, 5, { senderResetAt: ago(0.99) })).rejects.toMatchObject({
      code: 'GIFT_HELD',
    });
    await gift(ann, bob, 5, { senderResetAt: ago(1.01) });
    expect(await harness.balancesOf(bob)).toEqual([1_005]);
  });
});

describe('the limits of gifts', () => {
  const tooMany = (longest: number) => ({
    code: 'GIFT_LIMIT',
    details: {
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= longest) as number,
    },
  });

  test('allow thirty an hour to all recipients together', async () => {
    const [ann, bob] = await newPair();
    const race = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => gift(ann, bob, 1 + i, { key: `k${i}` })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    await expect(gift(ann, await harness.newUser(), 5)).rejects.toMatchObject(tooMany(3_600));
    const accepted = race.findIndex(({ status }) => status === 'fulfilled');
    await expect(gift(ann, bob, 1 + accepted, { key: `k${accepted}` })).resolves.toHaveProperty('coins');
    await letTimePass(ann, '61 minutes');
    await gift(ann, bob, 5);
  });

  test('allow 1,000 coins a day in the first seven days, in one or many gifts', async () => {
    const [ann, bob] = await newPair();
    await expect(gift(ann, bob, 1_001, newAccount)).rejects.toMatchObject(tooMany(86_400));
    const race = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => gift(ann, bob, 100, { ...newAccount, key: `k${i}` })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(gift(ann, bob, 1, newAccount)).rejects.toMatchObject(tooMany(86_400));
    await expect(gift(ann, bob, 1, { senderVerifiedAt: undefined })).rejects.toMatchObject(tooMany(86_400));
    await gift(ann, bob, 5_000, { senderVerifiedAt: ago(7.01) });
    await letTimePass(ann, '24 hours');
    await gift(ann, bob, 1_000, newAccount);
    expect(await harness.balancesOf(bob)).toEqual([8_000]);
  });

  test('name the end of the first seven days for a gift that they allow on no day', async () => {
    const [ann, bob] = await newPair();
    const waitOf = async (amount: number, senderVerifiedAt: Date) => {
      const [result] = await Promise.allSettled([gift(ann, bob, amount, { senderVerifiedAt })]);
      expect(result).toMatchObject({ reason: { code: 'GIFT_LIMIT' } });
      return (result as { reason: { details: { retryAfter: number } } }).reason.details.retryAfter;
    };
    const day = 86_400;
    const wait = await waitOf(1_001, ago(2));
    expect(wait).toBeLessThanOrEqual(5 * day);
    expect(wait).toBeGreaterThan(5 * day - 60);
    // That end may also come before the next day.
    await gift(ann, bob, 1_000, newAccount);
    expect(await waitOf(1, ago(7 - 60 / day))).toBeLessThanOrEqual(60);
    // The limit of an hour, which is reached as well, is over earlier.
    await times(29, (i) => gift(ann, bob, 1, { key: `k${i}` }));
    expect(await waitOf(1_001, ago(2))).toBeGreaterThan(4 * day);
  });

  test('allow exactly the coins of the allowance', async () => {
    const [ann, bob] = await newPair();
    const allowance = async (senderVerifiedAt: Date | undefined) =>
      (await harness.as('gateway').getGiftAllowance({ senderId: ann, senderVerifiedAt })).left;
    expect(await allowance(ago(6))).toBe(1_000);
    await gift(ann, bob, 300, newAccount);
    expect(await allowance(undefined)).toBe(700);
    await expect(gift(ann, bob, 701, newAccount)).rejects.toMatchObject(tooMany(86_400));
    await gift(ann, bob, 700, newAccount);
    expect([await allowance(ago(6)), await allowance(ago(7.01))]).toEqual([0, undefined]);
    await letTimePass(ann, '24 hours');
    expect(await allowance(ago(6))).toBe(1_000);
  });

  test('allow a gift from a new account', async () => {
    const [ann, bob] = await newPair(1_000);
    expect(await gift(ann, bob, 100, { senderVerifiedAt: new Date() })).toEqual({ coins: 900 });
  });

  test('allow 5,000 coins a day for one recipient from all new accounts together', async () => {
    const bob = await harness.newUser();
    // Gifts of others do not count.
    await gift(await harness.newUser(9_000), bob, 8_000);
    const newcomers = await times(8, () => harness.newUser());
    const race = await Promise.allSettled(newcomers.map((ann) => gift(ann, bob, 1_000, newAccount)));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of race) if (one.status === 'rejected') expect(one.reason).toMatchObject(tooMany(86_400));
    expect(await harness.balancesOf(bob)).toEqual([14_000]);
  });
});
