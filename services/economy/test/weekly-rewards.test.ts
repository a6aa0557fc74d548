import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

let weeks = 0;
/** Returns a week without rewards. */
const newWeek = () => {
  weeks += 1;
  return { year: 2026 + Math.floor(weeks / 52), week: (weeks % 52) + 1 };
};
const pay = (week: { year: number; week: number }, rank: number, userId: UserId) =>
  harness.as('leaderboard').payWeeklyReward({ ...week, rank, userId });

/** Rewards as the specification has them (docs/spec/around-play.md#around-9.2): first rank, last rank, coins. */
const REWARDS = [
  [1, 1, 30_000_000],
  [2, 2, 20_000_000],
  [3, 3, 10_000_000],
  [4, 10, 5_000_000],
  [11, 50, 1_000_000],
] as const;

describe('the reward of a week', () => {
  test('has the amount of the rank, for all fifty ranks', async () => {
    const week = newWeek();
    let paid = 0;
    for (const [first, last, coins] of REWARDS)
      for (let rank = first; rank <= last; rank += 1) {
        const userId = await harness.newUser();
        expect(await pay(week, rank, userId)).toEqual({ coins: 1_000 + coins });
        paid += coins;
      }
    expect(paid).toBe(135_000_000);
  });

  test('is paid once for a hundred concurrent calls on two replicas, and when a whole week is repeated', async () => {
    const week = newWeek();
    const users = await Promise.all(Array.from({ length: 10 }, () => harness.newUser()));
    const payAll = () => Promise.all(users.map((user, index) => pay(week, index + 1, user)));
    const runs = await Promise.all(Array.from({ length: 10 }, payAll));
    expect(runs).toEqual(runs.map(() => runs[0]));
    expect(await payAll()).toEqual(runs[0]);
    const top = [30_000_000, 20_000_000, 10_000_000, ...Array<number>(7).fill(5_000_000)];
    expect(await harness.balancesOf(...users)).toEqual(top.map((coins) => coins + 1_000));
  });

  test('has one user per rank and one rank per user', async () => {
    const week = newWeek();
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    await pay(week, 1, ann);
    await expect(pay(week, 1, bob)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pay(week, 2, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
    await pay(newWeek(), 2, ann);
    await pay(week, 2, bob);
    expect(await harness.balancesOf(ann, bob)).toEqual([50_001_000, 20_001_000]);
  });

  test('is paid to one of two users who race for a rank, and for one of two ranks of a user', async () => {
    const week = newWeek();
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const race = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => pay(week, 1, i % 2 ? ann : bob)),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const other = newWeek();
    const ranks = await Promise.allSettled([pay(other, 11, ann), pay(other, 12, ann)]);
    expect(ranks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const coins = await harness.balancesOf(ann, bob);
    expect(coins.reduce((sum, one) => sum + one)).toBe(31_002_000);
  });

  test('is listed by rank with the coins that were paid', async () => {
    const [week, other] = [newWeek(), newWeek()];
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    await pay(week, 4, ann);
    await pay(week, 1, bob);
    await pay(other, 1, ann);
    const { rewards } = await harness.as('leaderboard').getWeeklyRewards(week);
    expect(rewards).toEqual([
      { rank: 1, userId: bob, coins: 30_000_000 },
      { rank: 4, userId: ann, coins: 5_000_000 },
    ]);
  });

  test('requires a rank with a reward, a valid week and a user with a wallet', async () => {
    const ann = await harness.newUser();
    const week = newWeek();
    for (const [overrides, rank] of [
      [{}, 0],
      [{}, 51],
      [{ week: 0 }, 1],
      [{ week: 54 }, 1],
      [{ year: 26 }, 1],
    ] as const)
      await expect(pay({ ...week, ...overrides }, rank, ann)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(pay(week, 1, toUserId('player_7'))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(pay(week, 1, toUserId(randomUUID()))).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await harness.balancesOf(ann)).toEqual([1_000]);
    await pay({ year: 2026, week: 53 }, 1, ann);
  });
});
