import { weeklyRewardOf, type UserId } from '@fifteen/domain';
import { log } from '@fifteen/testkit/services';
import { expect, test } from 'vitest';
import { rewardAuditState } from '../src/db/reward-audits.ts';
import { auditRewards } from '../src/jobs/audit-rewards.ts';
import { writeAccount } from './fixtures.ts';
import { testHarness } from './harness.ts';
import { pastWeeks, within } from './weeks.ts';

/** The rewards of paid weeks, compared with what the ledger paid. */
const harness = testHarness();

const newWeek = pastWeeks();

/** Returns the coins that users have beyond the initial balance. */
const earned = async (userIds: UserId[]): Promise<number[]> =>
  (await harness.economy.getBalances({ userIds })).balances.map(({ coins }) => coins - 1_000);
const rankOf = async (userId: UserId) => (await harness.leaderboard.getPendingRank({ userId })).result;
/** Audits all paid weeks. Returns the number of rewards that differ. */
async function auditFaults(): Promise<number> {
  const deps = { db: harness.sql, economy: harness.economyAsLeaderboard, log };
  await harness.sql.query(`UPDATE reward_audit SET checked_at = '-infinity'`);
  while (await auditRewards(deps));
  const { rows } = await harness.sql.query<{ faults: number }>(
    'SELECT coalesce(sum(faults), 0)::int AS faults FROM reward_audit',
  );
  return rows[0]!.faults;
}
/** What an operator runs who has settled the reward of a rank (docs/runbooks/RewardMismatch.md). */
const SETTLE_RANK = `UPDATE weekly_result SET paid_at = now(), rejection = coalesce(rejection, 'SETTLED')
  WHERE (year, week, rank) = ($1, $2, $3)`;

test('the audit finds rewards that differ from the results of their week', async () => {
  const week = newWeek();
  const [ann, bob, eve] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  const setReward = (reward: number) =>
    harness.sql.tx(async (sql) => {
      await sql.query('ALTER TABLE weekly_result DISABLE TRIGGER USER');
      await sql.query('UPDATE weekly_result SET reward = $1 WHERE user_id = $2', [reward, ann]);
      await sql.query('ALTER TABLE weekly_result ENABLE TRIGGER USER');
    });
  expect(await auditFaults()).toBe(0);

  await setReward(20_000_000);
  expect(await auditFaults(), 'a falsified reward differs on both sides').toBe(2);
  await setReward(30_000_000);
  expect(await auditFaults()).toBe(0);

  await harness.economyAsLeaderboard.payWeeklyReward({
    year: week.year,
    week: week.number,
    rank: 2,
    userId: eve,
  });
  expect(await auditFaults(), 'a reward without a result').toBe(1);
});

test('a reward waits a day for the wallet of its player; then it is rejected, and the audit finds it', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const late = await writeAccount(harness.identity, { published: false });
  // Unpublished, because the economy opens a wallet with the event of a first game, too.
  await harness.finishGame({ x: late, o: bob, at: within(week, 1), published: false });
  await harness.finishGame({ x: ann, o: bob, at: within(week, 2) });
  await harness.waitForEvents();
  const faults = await auditFaults();
  const missingFor = (hours: number) =>
    harness.sql.query(
      `UPDATE weekly_result SET wallet_missing_since = now() - make_interval(hours => $1) WHERE user_id = $2`,
      [hours, late],
    );
  for (const hours of [0, 23]) {
    expect(await harness.waitsFor(week)).toBe('the wallet of rank 1');
    expect(await earned([ann]), 'the rank below does not wait').toEqual([20_000_000]);
    expect(await rankOf(late)).toBeUndefined();
    await missingFor(hours);
  }
  expect(await harness.waitsFor(week)).toBe('the wallet of rank 1');
  await missingFor(25);
  expect(await harness.waitsFor(week)).toBe('rank 1, rejected by the ledger');
  expect(await harness.waitsFor(week), 'an operator must resolve it').toBeUndefined();
  expect(await rankOf(late)).toMatchObject({ noRewardReason: 'rejected', paid: false });
  expect(await auditFaults()).toBe(faults + 1);

  await harness.sql.query(SETTLE_RANK, [week.year, week.number, 1]);
  expect(await auditFaults()).toBe(faults);
  expect(await rankOf(late)).toMatchObject({ noRewardReason: '', paid: true, reward: 30_000_000 });
});

test('rewards that a restored ledger has lost are paid once more; those that it rejects can be settled', async () => {
  const week = newWeek();
  const [ann, bob, eve, dan] = (await harness.newUsers(4)) as [UserId, UserId, UserId, UserId];
  for (const [n, x] of [ann, bob].entries()) await harness.finishGame({ x, o: eve, at: within(week, n) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  const faults = await auditFaults();
  // As if the ledger had been restored to a moment between its second and fourth payment.
  await harness.sql.query(
    `INSERT INTO weekly_result (year, week, rank, user_id, wins, games, coins, reward, paid_at)
     VALUES ($1, $2, 4, $3, 1, 1, 0, $4, now()), ($1, $2, 5, 'unknown', 1, 1, 0, $5, now())`,
    [week.year, week.number, dan, weeklyRewardOf(4), weeklyRewardOf(5)],
  );
  for (let audit = 1; audit <= 2; audit += 1)
    expect(await auditFaults(), 'the fifth player has no wallet').toBe(faults + 1);
  expect(await earned([ann, bob, eve, dan])).toEqual([30_000_000, 20_000_000, 0, 5_000_000]);
  await harness.sql.query(SETTLE_RANK, [week.year, week.number, 5]);
  expect(await auditFaults()).toBe(faults);
});

test('a paid week that was never audited is overdue since its end', async () => {
  const undone = new Error('not committed: no replica audits the week meanwhile');
  const lag = { seconds: 0 };
  const paidUnaudited = harness.sql.tx(async (sql) => {
    await sql.query(`INSERT INTO week (year, number, state) VALUES (2020, 1, 'paid')`);
    lag.seconds = (await rewardAuditState(sql))?.lagSeconds ?? 0;
    throw undone;
  });
  await expect(paidUnaudited).rejects.toBe(undone);
  const end = Date.UTC(2020, 0, 6);
  expect(Math.abs(lag.seconds - (Date.now() - end) / 1_000)).toBeLessThan(3_600);
});
