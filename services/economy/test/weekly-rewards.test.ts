import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

let weeks = 0;
/** A week that nobody has been paid for. */
const newWeek = () => {
  weeks += 1;
  return { year: 2026 + Math.floor(weeks / 52), week: (weeks % 52) + 1 };
};
const pay = (week: { year: number; week: number }, rank: number, userId: string) =>
  harness.as('leaderboard').payWeekly({ ...week, rank, userId });

/** Rewards as the specification has them (around-play 9): first rank, last rank, coins. */
const REWARDS = [
  [1, 1, 30_000_000],
  [2, 2, 20_000_000],
  [3, 3, 10_000_000],
  [4, 10, 5_000_000],
  [11, 50, 1_000_000],
] as const;

describe('the reward of a week', () => {
  test('is what the rank is worth, for all fifty ranks', async () => {
    const week = newWeek();
    let paid = 0;
    for (const [first, last, coins] of REWARDS)
      for (let rank = first; rank <= last; rank += 1) {
        const userId = await harness.newUser();
        expect(await pay(week, rank, userId)).toEqual({ userId, coins: 1_000 + coins });
        paid += coins;
      }
    expect(paid).toBe(135_000_000);
  });

  test('comes once, though a hundred ask for it on two replicas, and whole weeks are paid again', async () => {
    const week = newWeek();
    const users = await Promise.all(Array.from({ length: 10 }, () => harness.newUser()));
    const payAll = () => Promise.all(users.map((user, index) => pay(week, index + 1, user)));
    const runs = await Promise.all(Array.from({ length: 10 }, payAll));
    expect(runs).toEqual(runs.map(() => runs[0]));
    expect(await payAll()).toEqual(runs[0]);
    const top = [30_000_000, 20_000_000, 10_000_000, ...Array<number>(7).fill(5_000_000)];
    expect(await harness.balancesOf(...users)).toEqual(top.map((coins) => coins + 1_000));
  });

  test('is nobody else’s, and nobody has two of a week', async () => {
    const week = newWeek();
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    await pay(week, 1, ann);
    await expect(pay(week, 1, bob)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pay(week, 2, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
    await pay(newWeek(), 2, ann);
    await pay(week, 2, bob);
    expect(await harness.balancesOf(ann, bob)).toEqual([50_001_000, 20_001_000]);
  });

  test('goes to one of two who race for a rank, and to one rank of two in which somebody is', async () => {
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

  test('is for ranks that have one, weeks that there are, and people with a wallet', async () => {
    const ann = await harness.newUser();
    const week = newWeek();
    for (const [change, rank] of [
      [{}, 0],
      [{}, 51],
      [{ week: 0 }, 1],
      [{ week: 54 }, 1],
      [{ year: 26 }, 1],
    ] as const)
      await expect(pay({ ...week, ...change }, rank, ann)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(pay(week, 1, 'player_7')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(pay(week, 1, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await harness.balancesOf(ann)).toEqual([1_000]);
    await pay({ year: 2026, week: 53 }, 1, ann);
  });
});
