import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { StakeState } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newGame, openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

const signup = (userId: UserId) => harness.as('identity').openWallet({ userId });
const expire = (userId: UserId) => harness.expireGuest(userId);
const topUp = (userId: UserId, amount: number, reference: string) =>
  harness.as('admin').topUp({ userId, amount, reference });

describe('a wallet', () => {
  test('opens with 1000 coins, once, for concurrent calls', async () => {
    const userId = toUserId(randomUUID());
    const responses = await Promise.all(Array.from({ length: 100 }, () => signup(userId)));
    expect(responses).toEqual(responses.map(() => ({ coins: 1_000 })));
  });

  test('has a balance in lists of up to 200 users, in their order; a user without a wallet is missing', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser(2_000)];
    const userIds = [bob, toUserId('unknown'), ann];
    expect((await harness.as('gateway').getBalances({ userIds })).balances).toEqual([
      { userId: bob, coins: 2_000 },
      { userId: ann, coins: 1_000 },
    ]);
    expect(await harness.balancesOf()).toEqual([]);
    const many = Array.from({ length: 201 }, () => toUserId(randomUUID()));
    await expect(harness.balancesOf(...many)).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('a top-up', () => {
  test('credits a payment once, however often it is repeated', async () => {
    const ann = await harness.newUser();
    const reference = randomUUID();
    const responses = await Promise.all(Array.from({ length: 100 }, () => topUp(ann, 10_000_000, reference)));
    expect(responses).toEqual(responses.map(() => ({ coins: 10_001_000 })));
  });

  test('rejects another user or another amount under the same reference', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const reference = randomUUID();
    await topUp(ann, 500, reference);
    await expect(topUp(bob, 500, reference)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(topUp(ann, 501, reference)).rejects.toMatchObject({ code: 'CONFLICT' });
    const both = randomUUID();
    const race = await Promise.allSettled([topUp(ann, 500, both), topUp(bob, 500, both)]);
    expect(race.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const coins = await harness.balancesOf(ann, bob);
    expect(coins.reduce((sum, one) => sum + one)).toBe(3_000);
  });

  test('requires a wallet, a reference and an amount between 1 and 10^12', async () => {
    const ann = await harness.newUser();
    await expect(topUp(toUserId(randomUUID()), 5, randomUUID())).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    for (const [amount, reference] of [
      [0, 'a'],
      [-5, 'a'],
      [1_000_000_000_001, 'a'],
      [5, ''],
      [5, 'x'.repeat(129)],
      [5, 'two\nlines'],
    ] as const)
      await expect(topUp(ann, amount, reference)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await harness.balancesOf(ann)).toEqual([1_000]);
  });
});

describe('an expired guest', () => {
  test('has no coins and no wallet, once', async () => {
    const guest = await harness.newUser(7_000);
    await Promise.all(Array.from({ length: 20 }, () => expire(guest)));
    expect(await harness.balancesOf(guest)).toEqual([0]);
    await expect(topUp(guest, 5, randomUUID())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('has no coins, also after more than one transfer can move', async () => {
    const guest = await harness.newUser();
    await topUp(guest, 1_000_000_000_000, randomUUID());
    await expire(guest);
    expect(await harness.balancesOf(guest)).toEqual([0]);
    await expect(topUp(guest, 5, randomUUID())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('gets no signup grant when the creation arrives after the deletion', async () => {
    const guest = toUserId(randomUUID());
    await expire(guest);
    expect(await signup(guest)).toEqual({ coins: 0 });
  });

  test('gets no second signup grant', async () => {
    const guest = await harness.newUser();
    await expire(guest);
    expect(await signup(guest)).toEqual({ coins: 0 });
  });

  test('loses the payout of a running game, and the other player is paid', async () => {
    const won = async (winner: 'guest' | 'other' | 'none') => {
      const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
      const gameId = newGame();
      await harness.as('game').holdStake({ gameId, xUserId: guest, oUserId: other, bet: 5_000 });
      await expire(guest);
      await harness.as('game').finishStake({ gameId, winnerId: { guest, other, none: '' as const }[winner] });
      return harness.balancesOf(guest, other);
    };
    expect(await won('guest')).toEqual([0, 0]);
    expect(await won('other')).toEqual([0, 10_000]);
    expect(await won('none')).toEqual([0, 5_000]);
  });

  test('cannot start a game for coins', async () => {
    const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
    await expire(guest);
    const terms = { gameId: newGame(), xUserId: other, oUserId: guest, bet: 5_000 };
    expect((await harness.as('game').holdStake(terms)).stake).toMatchObject({
      state: StakeState.VOID,
      shortUserIds: [guest],
    });
  });

  test('leaves a consistent ledger in a race with the end of a game', async () => {
    for (let i = 0; i < 20; i += 1) {
      const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
      const gameId = newGame();
      await harness.as('game').holdStake({ gameId, xUserId: guest, oUserId: other, bet: 5_000 });
      await Promise.all([
        expire(guest),
        harness.as('game').finishStake({ gameId, winnerId: [guest, other, toUserId('')][i % 3]! }),
      ]);
      expect(await harness.balancesOf(guest)).toEqual([0]);
    }
  });
});
