import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { connectRpc, createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { befriend, createMember } from './members.ts';
import { useOperator } from './operator.ts';
import { expectError, useSharedStack, send, type Answer } from './harness.ts';

const stack = useSharedStack();
const operators = useOperator(stack);
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
afterAll(() => lifecycle.stop());

/** Two members and a guest; Ann is a friend of both, and on another gateway than they are. */
let ann: Player;
let bob: Player;
let guest: Player;
let stranger: Player;
/** The usernames of Ann and Bob. */
let names: { ann: string; bob: string };
beforeAll(async () => {
  const [one, other, far] = await Promise.all([
    createMember(stack()),
    createMember(stack()),
    Player.guest(stack().url),
  ]);
  [ann, bob, stranger] = [one.player, other.player, far];
  names = { ann: one.username, bob: other.username };
  guest = await Player.guest(stack().url);
  for (const friend of [bob, guest]) {
    await befriend(ann, friend);
    friend.url = stack().urls[1] ?? stack().url;
    await friend.connect();
  }
  await ann.connect();
}, 120_000);

/** Opens identity's database as its owner. */
function openIdentity(): Database {
  const database = { service: 'test', url: stack().databases.identity?.ownerUrl ?? '', pool: 1 };
  return openDatabase(database, { log, lifecycle });
}

const give = (by: Player, recipientId: unknown, amount: unknown, more: object = {}, key?: string) =>
  send(`${stack().url}/api/coins/gift`, {
    method: 'POST',
    body: { recipientId, amount, ...more },
    headers: { cookie: by.cookie, ...(key ? { 'idempotency-key': key } : {}) },
  });
const gifts = (to: Player) => to.received.flatMap((one) => (one.type === 'gift_received' ? [one] : []));

describe('a gift', () => {
  test('notifies the friend at once, with its message, and updates both balances', async () => {
    const before = await bob.coins();
    const { message, coins } = await ann.api.gifts.send({
      body: { recipientId: bob.user.id, amount: 100, message: '  Well played!  ' },
    });
    expect([message, coins]).toEqual([`You sent 100 coins to ${names.bob}.`, 900]);
    expect(await ann.api.gifts.allowance()).toEqual({ leftToday: 900 });
    expect(await guest.api.gifts.allowance()).toEqual({ leftToday: 0 });
    expect(await bob.waitFor('gift_received')).toEqual({
      ...{ type: 'gift_received', id: expect.any(String) as string, amount: 100 },
      ...{ senderId: ann.user.id, senderName: names.ann, message: 'Well played!' },
    });
    await bob.waitFor('balance_changed', (one) => one.coins === before + 100);
    await ann.waitFor('balance_changed', (one) => one.coins === 900);
    expect([await ann.coins(), await bob.coins()]).toEqual([900, before + 100]);
  });

  test('can go to a guest, without a message', async () => {
    await ann.api.gifts.send({ body: { recipientId: guest.user.id, amount: 1 } });
    expect(await guest.waitFor('gift_received')).toMatchObject({ amount: 1, message: null });
  });

  test('waits for an offline friend until it was shown', async () => {
    const offlineFriend = await Player.guest(stack().url);
    await befriend(ann, offlineFriend);
    await ann.api.gifts.send({ body: { recipientId: offlineFriend.user.id, amount: 3, message: 'Hello' } });
    const unseen = await offlineFriend.api.gifts.unseen();
    expect(unseen).toEqual([
      {
        ...{ id: expect.any(String) as string, amount: 3, message: 'Hello' },
        ...{ senderId: ann.user.id, senderName: names.ann },
      },
    ]);
    const seen = { params: { id: unseen[0]!.id } };
    await expect(bob.api.gifts.seen(seen)).rejects.toThrow('GIFT_NOT_FOUND');
    expect(await offlineFriend.api.gifts.unseen()).toEqual(unseen);
    for (let i = 0; i < 2; i += 1) await offlineFriend.api.gifts.seen(seen);
    expect(await offlineFriend.api.gifts.unseen()).toEqual([]);
  });

  test('threat 31: a repeat with the same key is paid and announced once', async () => {
    const [before, received] = [await bob.coins(), gifts(bob).length];
    const key = randomUUID();
    const first = await give(ann, bob.user.id, 10, {}, key);
    expect(first.status).toBe(200);
    const repeated = await give(ann, bob.user.id, 10, {}, key);
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    // Without a key, the ledger gets two requests and pushes twice.
    for (let i = 0; i < 2; i += 1) expect((await give(ann, bob.user.id, 11)).status).toBe(200);
    expect(await bob.coins()).toBe(before + 21);
    await expect.poll(() => gifts(bob).length).toBe(received + 2);
    await sleep(300);
    expect(
      gifts(bob)
        .map(({ amount }) => amount)
        .slice(received),
    ).toEqual([10, 11]);
  });

  test('threat 31: a repeat gets its response though the two are no longer friends, or the friend has left', async () => {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = stack().callerEnvs.gateway;
    const upstream = { name: 'economy', service: EconomyServiceDefinition, address, token };
    const { calls: economy } = connectRpc(upstream, { lifecycle });
    const { player } = await createMember(stack());
    const friend = await Player.guest(stack().url);
    await befriend(player, friend);
    const gift = { recipientId: toUserId(friend.user.id), amount: 2, message: '' };
    const sender = { senderId: toUserId(player.user.id), senderIsGuest: false, senderVerifiedAt: new Date() };
    // The gateways that sent these two stopped before they stored their responses.
    const [key, other] = [randomUUID(), randomUUID()];
    for (const one of [key, other])
      await economy.sendGift({ ...gift, ...sender, senderResetAt: undefined, key: one });
    const coins = [await player.coins(), await friend.coins()];
    const paid = { message: expect.stringMatching(/^You sent 2 coins to /) as string, coins: coins[0] };

    await player.api.friends.remove({ params: { id: friend.user.id } });
    expect(await give(player, friend.user.id, 2, {}, key)).toMatchObject({ status: 200, body: paid });
    for (const more of [{ message: 'hi' }, {}])
      expectError(await give(player, friend.user.id, 2, more, randomUUID()), 403, 'NOT_FRIENDS');
    expect([await player.coins(), await friend.coins()]).toEqual(coins);

    await befriend(player, friend);
    await openIdentity().query('DELETE FROM account WHERE id = $1', [friend.user.id]);
    expect(await give(player, friend.user.id, 2, {}, other)).toMatchObject({ status: 200, body: paid });
    expect(await player.coins()).toBe(coins[0]);
  });

  test('threat 30: rejects another gift with the same key, and keeps keys of two players apart', async () => {
    const key = randomUUID();
    expect((await give(ann, bob.user.id, 12, {}, key)).status).toBe(200);
    const coins = [await ann.coins(), await bob.coins()];
    for (const [to, amount, more] of [
      [bob.user.id, 13, {}],
      [guest.user.id, 12, {}],
      [bob.user.id, 12, { message: 'hi' }],
    ] as const)
      expectError(await give(ann, to, amount, more, key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect([await ann.coins(), await bob.coins()]).toEqual(coins);
    expect((await give(bob, ann.user.id, 12, {}, key)).status).toBe(200);
    expect([await ann.coins(), await bob.coins()]).toEqual([coins[0]! + 12, coins[1]! - 12]);
  });
});

describe('threat 28: a rejected gift moves no coins', () => {
  const expectUnchangedCoins = async (change: () => Promise<void>): Promise<void> => {
    const people = [ann, bob, guest];
    const before = await Promise.all(people.map((one) => one.coins()));
    await change();
    expect(await Promise.all(people.map((one) => one.coins()))).toEqual(before);
  };

  test('an invalid amount', async () => {
    await expectUnchangedCoins(async () => {
      for (const amount of [0, -1, -100, '100', '1e3', null, true, [100], {}, undefined]) {
        const answer = await give(ann, bob.user.id, amount);
        expectError(answer, 400, 'GIFT_AMOUNT');
        expect(answer.body).toMatchObject({
          ...{ error: 'Invalid Amount', message: 'Please enter a valid gift amount (minimum 1 coin).' },
        });
      }
      for (const amount of ['1.5', '9007199254740993', '1e400', '1e1000']) {
        const body = `{"recipientId":"${bob.user.id}","amount":${amount}}`;
        const headers = { cookie: ann.cookie, 'content-type': 'application/json' };
        expectError(await send(`${stack().url}/api/coins/gift`, { method: 'POST', body, headers }), 400);
      }
    });
  });

  test('more than the balance, which the error names', async () => {
    await expectUnchangedCoins(async () => {
      const coins = await ann.coins();
      for (const amount of [coins + 1, Number.MAX_SAFE_INTEGER]) {
        const answer = await give(ann, bob.user.id, amount);
        expectError(answer, 403, 'GIFT_TOO_MUCH');
        expect(answer.body).toMatchObject({
          ...{ error: 'Insufficient Coins', message: `You only have ${coins} coins available.` },
        });
      }
    });
  });

  test('to oneself, a stranger, an unknown user or a bot, or with a message that is too long', async () => {
    await expectUnchangedCoins(async () => {
      expectError(await give(ann, ann.user.id, 5), 400, 'NOT_YOURSELF');
      for (const recipient of [stranger.user.id, randomUUID(), 'player_7', 'ai'])
        expectError(await give(ann, recipient, 5, {}, randomUUID()), 403, 'NOT_FRIENDS');
      for (const recipientId of ['', 'a b', null, 7]) expectError(await give(ann, recipientId, 5), 400);
      for (const message of ['x'.repeat(201), 'two\nlines', 7])
        expectError(await give(ann, bob.user.id, 5, { message }), 400);
    });
  });

  test('to a guest whom identity has deleted, before the other services know it', async () => {
    const left = await Player.guest(stack().url);
    await befriend(ann, left);
    await expectUnchangedCoins(async () => {
      await openIdentity().query('DELETE FROM account WHERE id = $1', [left.user.id]);
      expectError(await give(ann, left.user.id, 5), 404, 'USER_NOT_FOUND');
    });
  });

  test('from a guest', async () => {
    await expectUnchangedCoins(async () => {
      const answer = await give(guest, ann.user.id, 5);
      expectError(answer, 403, 'GIFT_FROM_GUEST');
      expect(answer.body).toMatchObject({
        ...{ error: 'Failed to Send Gift', message: 'Guests can receive gifts but not send them.' },
      });
    });
  });

  test('across a block in either direction', async () => {
    const other = await Player.guest(stack().url);
    await befriend(ann, other);
    await other.api.blocks.block({ params: { id: ann.user.id } });
    expectError(await give(ann, other.user.id, 5), 403, 'BLOCKED');
    await other.api.blocks.unblock({ params: { id: ann.user.id } });
    expectError(await give(ann, other.user.id, 5), 403, 'NOT_FRIENDS');
    await befriend(ann, other);
    await ann.api.blocks.block({ params: { id: other.user.id } });
    expectError(await give(ann, other.user.id, 5), 403, 'NOT_FRIENDS');
    expect(await other.coins()).toBe(1_000);
  });

  test('above the daily limit of a new account, and after a password reset', async () => {
    const { player, username } = await createMember(stack());
    await befriend(player, guest);
    await operators().grantCoins(player.user.id, 100_000);
    const before = await player.coins();
    const tooMany = await give(player, guest.user.id, 1_001);
    expectError(tooMany, 429, 'GIFT_LIMIT');
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);

    const identity = openIdentity();
    const past = (column: string, ago: string) =>
      identity.query(`UPDATE account SET ${column} = now() - $2::interval WHERE id = $1`, [
        player.user.id,
        ago,
      ]);
    const signIn = () => player.api.auth.login({ body: { username, password: 'a quiet harbour' } });
    await past('verified_at', '8 days');
    await past('reset_at', '23 hours');
    await signIn();
    expectError(await give(player, guest.user.id, 5), 403, 'GIFT_HELD');
    expect(await player.coins()).toBe(before);
    await past('reset_at', '25 hours');
    await signIn();
    expect((await give(player, guest.user.id, 1_001)).status).toBe(200);
  });
});

test('threat 29: of a hundred concurrent gifts of the whole balance, one succeeds', async () => {
  const { player } = await createMember(stack());
  const to = await Player.guest(stack().url);
  await befriend(player, to);
  const race: Answer[] = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const url = stack().urls[index % 2] ?? '';
      const headers = { cookie: player.cookie, 'idempotency-key': `k${index}` };
      const body = { recipientId: to.user.id, amount: 1_000 };
      return send(`${url}/api/coins/gift`, { method: 'POST', body, headers });
    }),
  );
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const one of race) if (one.status !== 200) expectError(one, /403|429/);
  const coins = [
    (await operators().economy.getBalances({ userIds: [player.user.id, to.user.id].map(toUserId) })).balances,
  ];
  expect(coins.flat().map((one) => one.coins)).toEqual([0, 2_000]);
});
