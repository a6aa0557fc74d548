import { randomUUID } from 'node:crypto';
import { StakeState } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newGame, openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

const signup = (userId: string) => harness.as('identity').signup({ userId });
const expire = (userId: string) => harness.as('identity').expireGuest({ userId });
const topUp = (userId: string, amount: number, reference: string) =>
  harness.as('admin').topUp({ userId, amount, reference });

describe('a wallet', () => {
  test('opens with 1000 coins, once, however often and from wherever it is asked for', async () => {
    const userId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => signup(userId)));
    expect(answers).toEqual(answers.map(() => ({ userId, coins: 1_000 })));
  });

  test('is asked about for up to 200 users at once, in their order; who has none has 0', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser(2_000)];
    expect(await harness.balancesOf(bob, 'nobody', ann)).toEqual([2_000, 0, 1_000]);
    expect(await harness.balancesOf()).toEqual([]);
    const many = Array.from({ length: 201 }, () => randomUUID());
    await expect(harness.balancesOf(...many)).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('coins that were bought', () => {
  test('are credited once for a payment, however often it is entered', async () => {
    const ann = await harness.newUser();
    const reference = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => topUp(ann, 10_000_000, reference)));
    expect(answers).toEqual(answers.map(() => ({ userId: ann, coins: 10_001_000 })));
  });

  test('are not credited to another, nor in another amount, under the same reference', async () => {
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

  test('need a wallet, a reference and an amount between 1 and 10^12', async () => {
    const ann = await harness.newUser();
    await expect(topUp(randomUUID(), 5, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
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

describe('a guest who leaves', () => {
  test('leaves nothing behind, once', async () => {
    const guest = await harness.newUser(7_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => expire(guest)));
    expect(answers).toEqual(answers.map(() => ({ userId: guest, coins: 0 })));
    await expect(topUp(guest, 5, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('gets no grant when the news of the arrival comes after that of the leaving', async () => {
    const guest = randomUUID();
    await expire(guest);
    expect(await signup(guest)).toEqual({ userId: guest, coins: 0 });
  });

  test('gets no second grant after the leaving', async () => {
    const guest = await harness.newUser();
    await expire(guest);
    expect(await signup(guest)).toEqual({ userId: guest, coins: 0 });
  });

  test('in the middle of a game loses what the game still brings, and the other is paid', async () => {
    const won = async (winner: 'guest' | 'other' | 'nobody') => {
      const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
      const gameId = newGame();
      await harness.as('game').hold({ gameId, xUserId: guest, oUserId: other, bet: 5_000 });
      await expire(guest);
      await harness.as('game').finish({ gameId, winnerId: { guest, other, nobody: '' }[winner] });
      return harness.balancesOf(guest, other);
    };
    expect(await won('guest')).toEqual([0, 0]);
    expect(await won('other')).toEqual([0, 10_000]);
    expect(await won('nobody')).toEqual([0, 5_000]);
  });

  test('starts no game for coins', async () => {
    const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
    await expire(guest);
    const terms = { gameId: newGame(), xUserId: other, oUserId: guest, bet: 5_000 };
    expect(await harness.as('game').hold(terms)).toMatchObject({
      state: StakeState.VOID,
      shortUserIds: [guest],
    });
  });

  test('in a race with the end of the game leaves right books', async () => {
    for (let i = 0; i < 20; i += 1) {
      const [guest, other] = [await harness.newUser(5_000), await harness.newUser(5_000)];
      const gameId = newGame();
      await harness.as('game').hold({ gameId, xUserId: guest, oUserId: other, bet: 5_000 });
      await Promise.all([
        expire(guest),
        harness.as('game').finish({ gameId, winnerId: [guest, other, ''][i % 3]! }),
      ]);
      expect(await harness.balancesOf(guest)).toEqual([0]);
    }
  });
});
