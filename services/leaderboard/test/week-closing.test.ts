import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { toGameId, weeklyRewardOf, type UserId } from '@fifteen/domain';
import { pause, type Log } from '@fifteen/runtime';
import { UNREACHABLE, log } from '@fifteen/testkit/services';
import type { FinishedGame } from '../src/domain/finished-game.ts';
import { unpaidWeekAges } from '../src/db/weeks.ts';
import { deletePaidScores } from '../src/jobs/delete-paid-scores.ts';
import { weekAfter, weekName, weekOf, type Week } from '../src/domain/week.ts';
import { recordGames } from '../src/workflows/record-games.ts';
import { writeAccount, writeUserSeen } from './fixtures.ts';
import { testHarness } from './harness.ts';
import { pastWeeks, within } from './weeks.ts';

const harness = testHarness();

const now = Date.now();
const weekBefore = (weeks: number): Week => weekOf(new Date(now - weeks * 7 * 86_400_000));
const newWeek = pastWeeks();

const resultsOf = async (week: Week) =>
  (
    await harness.sql.query<{ user_id: UserId; rank: number; reward: number; paid: boolean; wins: number }>(
      `SELECT user_id, rank, reward, paid_at IS NOT NULL AS paid, wins FROM weekly_result WHERE year = $1 AND week = $2
       ORDER BY rank`,
      [week.year, week.number],
    )
  ).rows;
/** Returns the coins that users have beyond the initial balance. */
const earned = async (userIds: UserId[]): Promise<number[]> =>
  (await harness.economy.getBalances({ userIds })).balances.map(({ coins }) => coins - 1_000);
const rankOf = async (userId: UserId) => (await harness.leaderboard.getPendingRank({ userId })).result;

test('a finished week is frozen and paid once, and each player gets a result', async () => {
  const week = newWeek();
  const users = await harness.newUsers(5);
  const [ann, bob, cem, dan, eve] = users as [UserId, UserId, UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: eve, at: within(week, 1) });
  await harness.finishGame({ x: ann, o: bob, at: within(week, 2), bet: 5_000 });
  await harness.finishGame({ x: bob, o: eve, at: within(week, 4) });
  await harness.finishGame({ x: bob, o: cem, condition: 'draw', at: within(week, 5) });
  await harness.finishGame({ x: cem, o: eve, at: within(week, 3) });
  await harness.finishGame({ x: dan, o: eve, at: within(week, 6) });
  await harness.waitForEvents();
  expect(await rankOf(ann)).toBeUndefined();

  // Both replicas, each of them twice, concurrently (threat 38).
  const [one, other] = harness.replicas;
  await Promise.all([one, other, one, other].map((replica) => replica!.admin.closeWeeks({})));
  expect(await resultsOf(week)).toMatchObject([
    { rank: 1, user_id: ann, reward: 30_000_000, paid: true, wins: 2 },
    { rank: 2, user_id: dan, reward: 20_000_000, paid: true },
    { rank: 3, user_id: cem, reward: 10_000_000, paid: true },
    { rank: 4, user_id: bob, reward: 5_000_000, paid: true },
    { rank: 5, user_id: eve, reward: 0, paid: false, wins: 0 },
  ]);
  expect(await earned(users)).toEqual([30_000_000, 5_000_000, 10_000_000, 20_000_000, 0]);
  expect(await harness.waitsFor(week), 'already paid').toBeUndefined();

  expect(await rankOf(ann)).toEqual({
    ...{ week, rank: 1, wins: 2, games: 2, coinsEarned: 5_000, reward: 30_000_000, paid: true },
    ...{ noRewardReason: '', opponents: 2, opponentsNeeded: 1 },
  });
  expect(await rankOf(eve)).toMatchObject({ rank: 5, reward: 0, paid: false });
  for (let i = 0; i < 2; i += 1) await harness.leaderboard.markRankSeen({ userId: ann, week });
  expect(await rankOf(ann)).toBeUndefined();
  expect(await rankOf(bob)).toMatchObject({ rank: 4, paid: true });
});

test('a result without a reward has a reason', async () => {
  const week = newWeek();
  const twoOpponents = await harness.startReplica({ REWARD_OPPONENTS_IN_SMALL_WEEK: '2' });
  const [ann, bob, eve] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.finishGame({ x: ann, o: eve, at: within(week, 2) });
  await harness.finishGame({ x: bob, o: ann, at: within(week, 3) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week, twoOpponents.admin)).toBe('');
  await twoOpponents.stop();
  expect(await rankOf(ann)).toMatchObject({
    noRewardReason: '',
    opponents: 2,
    opponentsNeeded: 2,
    paid: true,
  });
  expect(await rankOf(bob)).toMatchObject({ noRewardReason: 'opponents', opponents: 1, opponentsNeeded: 2 });
  expect(await rankOf(eve)).toMatchObject({ noRewardReason: 'wins', reward: 0 });
});

test('a game that arrives after its week was closed counts for all-time records only', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  const before = await resultsOf(week);
  await harness.finishGame({ x: bob, o: ann, at: within(week, 2) });
  await harness.finishGame({ x: bob, o: ann, at: within(week, 3) });
  await harness.waitForEvents();
  await harness.admin.closeWeeks({});
  expect(await resultsOf(week)).toEqual(before);
  expect((await harness.leaderboard.getRecords({ userIds: [bob] })).records[0]).toMatchObject({ wins: 2 });
  expect(await earned([ann, bob])).toEqual([30_000_000, 0]);
});

test('a game that arrives after its week was closed is logged as an alarm', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  const errors: object[] = [];
  const context = {
    log: Object.create(log, { error: { value: (fields: object) => errors.push(fields) } }) as Log,
    rules: {
      ...{ sameNetworkCounts: false, winsPerOpponent: 10 },
      ...{ rewardOpponents: 10, largeWeekPlayers: 20, rewardOpponentsInSmallWeek: 1 },
    },
    outbox: { wake: () => undefined },
    push: { toUser: () => undefined, toRoom: () => undefined },
  };
  const late: FinishedGame = {
    ...{ id: toGameId(randomUUID()), x: bob, o: ann, winner: bob, condition: 'horizontal', plies: 9, bet: 0 },
    finishedAt: within(week, 2),
  };
  await harness.sql.tx((sql) => recordGames(context, sql, [late]));
  expect(errors).toEqual([{ alarm: true, gameId: late.id, week }]);
});

test('a week closes only after lost games and registrations were fetched', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const unpublished = await writeAccount(harness.identity, { published: false });
  for (let i = 0; i < 3; i += 1)
    await harness.finishGame({ x: bob, o: ann, at: within(week, 10 + i), published: false });
  await harness.finishGame({ x: unpublished, o: bob, at: within(week, 20), published: false });
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('the wallet of rank 2');
  expect(await resultsOf(week)).toMatchObject([
    { user_id: bob, wins: 3, paid: true },
    { user_id: unpublished, wins: 1, paid: false },
    { user_id: ann, wins: 1, paid: true },
  ]);
  await harness.openWallet(unpublished);
  expect(await harness.waitsFor(week)).toBe('');
  expect(await earned([unpublished])).toEqual([20_000_000]);
  expect(await earned([bob, ann])).toEqual([30_000_000, 10_000_000]);
});

test('lost access records are fetched again: a win within one network does not count', async () => {
  const week = newWeek();
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  for (const userId of [ann, bob])
    await writeUserSeen(harness.identity, { userId, network: 'home', device: userId });
  await harness.waitForEvents();
  await harness.sql.query(`DELETE FROM sighting WHERE user_id = ANY ($1)`, [[ann, bob]]);
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.finishGame({ x: cem, o: bob, at: within(week, 2) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  expect(await resultsOf(week)).toMatchObject([
    { user_id: cem, wins: 1 },
    { user_id: bob, wins: 0 },
  ]);
});

test('a week waits for an unavailable service, and closes when it is back', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  const withoutGame = await harness.startReplica({ GAME_ADDR: UNREACHABLE });
  expect(await harness.waitsFor(week, withoutGame.admin)).toMatch(/game/);
  expect(await resultsOf(week)).toEqual([]);
  await withoutGame.stop();
  const withoutEconomy = await harness.startReplica({ ECONOMY_ADDR: UNREACHABLE });
  expect(await harness.waitsFor(week, withoutEconomy.admin)).toMatch(/economy/);
  expect(await resultsOf(week)).toMatchObject([{ paid: false }, { reward: 0 }]);
  expect(await rankOf(ann), 'hidden until it is paid').toBeUndefined();
  await withoutEconomy.stop();
  expect(await harness.waitsFor(week)).toBe('');
  expect(await earned([ann])).toEqual([30_000_000]);
});

test('what a week waits for is logged once with its cause, not with every attempt', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  const warnings: { week?: string }[] = [];
  const replicaLog = Object.create(log, {
    warn: { value: (fields: object) => warnings.push(fields) },
  }) as Log;
  const withoutGame = await harness.startReplica(
    { GAME_ADDR: UNREACHABLE, CLOSE_INTERVAL_SECONDS: '0.01' },
    undefined,
    replicaLog,
  );
  const ofWeek = () => warnings.filter((fields) => fields.week === weekName(week));
  await expect.poll(ofWeek, { timeout: 20_000 }).toEqual([
    {
      err: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }) as Error,
      ...{ week: weekName(week), waitsFor: 'a response of game' },
    },
  ]);
  await pause(5_000);
  expect(ofWeek()).toHaveLength(1);
  await withoutGame.stop();
  expect(await harness.waitsFor(week)).toBe('');
});

test('threat 40: a large week requires ten opponents for a reward, and a ring of ten players has nine', async () => {
  const week = newWeek();
  const users = await harness.newUsers(21);
  const [busy, ...others] = users as [UserId, ...UserId[]];
  const ring = others.slice(0, 10);
  let second = 0;
  const win = (x: UserId, o: UserId) => harness.finishGame({ x, o, at: within(week, (second += 1)) });
  for (const other of others.slice(10)) await win(busy, other);
  for (const x of ring) for (const o of ring) if (x !== o) await win(x, o);
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  const results = await resultsOf(week);
  expect(results[0]).toMatchObject({ user_id: busy, wins: 10, reward: 30_000_000, paid: true });
  expect(results.slice(1).every(({ reward, wins }) => reward === 0 && wins <= 9)).toBe(true);
  expect(results).toHaveLength(21);
});

test('ranks are unique, also among equal scores', async () => {
  const week = newWeek();
  const users = await harness.newUsers(8);
  for (let i = 0; i < users.length; i += 2)
    await harness.finishGame({ x: users[i]!, o: users[i + 1]!, at: within(week, 7) });
  await harness.waitForEvents();
  await harness.waitsFor(week);
  const winners = users.filter((_, i) => i % 2 === 0).sort();
  const losers = users.filter((_, i) => i % 2 === 1).sort();
  const results = await resultsOf(week);
  expect(results.map(({ user_id }) => user_id)).toEqual([...winners, ...losers]);
  expect(results.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.slice(0, 4).map(({ reward }) => reward)).toEqual([1, 2, 3, 4].map(weeklyRewardOf));
});

test('a week of 25,000 players is closed', async () => {
  const week = newWeek();
  const players = 25_000;
  await harness.sql.query(`INSERT INTO week (year, number) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    week.year,
    week.number,
  ]);
  await harness.sql.query(
    `INSERT INTO weekly_score (year, week, user_id, wins, games, coins, opponents)
     SELECT $1, $2, 'many-' || n, n % 100, 100 + n % 7, 0, 9 FROM generate_series(1, $3::int) n`,
    [week.year, week.number, players],
  );
  expect(await harness.waitsFor(week)).toBe('');
  const results = await resultsOf(week);
  expect(results.map(({ rank }) => rank)).toEqual(Array.from({ length: players }, (_, i) => i + 1));
  expect(results[0]).toMatchObject({ wins: 99 });
  expect(results.at(-1)).toMatchObject({ wins: 0 });
});

test('the scores of a paid week are deleted, and those of a running or frozen week are kept', async () => {
  const [paid, frozen, running] = [newWeek(), newWeek(), weekBefore(0)];
  const scoresOf = async (): Promise<Record<string, number>> => {
    const { rows } = await harness.sql.query<Week & { n: number }>(
      `SELECT year, week AS number, count(*) AS n FROM weekly_score WHERE user_id LIKE 'old-%' GROUP BY year, week`,
    );
    return Object.fromEntries(rows.map((row) => [weekName(row), row.n]));
  };
  for (const [{ year, number }, state] of [
    [paid, 'paid'],
    [frozen, 'frozen'],
    [running, 'open'],
  ] as const) {
    await harness.sql.query(
      `INSERT INTO week (year, number, state) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [year, number, state],
    );
    await harness.sql.query(
      `INSERT INTO weekly_score (year, week, user_id, wins, games, coins, opponents)
       SELECT $1, $2, 'old-' || n, 1, 1, 0, 1 FROM generate_series(1, 12000) n`,
      [year, number],
    );
  }
  while ((await Promise.all([0, 1].map(() => deletePaidScores({ db: harness.sql })))).includes(true));
  expect(await scoresOf()).toEqual({ [weekName(frozen)]: 12_000, [weekName(running)]: 12_000 });
  await harness.sql.query(`DELETE FROM weekly_score WHERE user_id LIKE 'old-%'`);
});

test('at the end of a year, a week belongs to the year of its Thursday', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  for (const at of [
    '2024-12-29T23:59:59.999Z',
    '2024-12-30T00:00:00Z',
    '2025-01-05T23:59:59.999Z',
    '2021-01-03T12:00:00Z',
  ])
    await harness.finishGame({ x: ann, o: bob, at: new Date(at) });
  await harness.identity.query(`SELECT 1`);
  await harness.waitForEvents();
  const { weeks } = await harness.admin.closeWeeks({});
  const closed = weeks.filter(({ waitsFor: why }) => why === '').map(({ week }) => weekName(week!));
  // The accounts of these tests were registered in 2024.
  expect(closed).toEqual(expect.arrayContaining(['2020-W53', '2024-W52', '2025-W01']));
  expect(await resultsOf({ year: 2020, number: 53 })).toEqual([]);
  expect(await resultsOf({ year: 2025, number: 1 })).toMatchObject([{ user_id: ann, wins: 2 }, { wins: 0 }]);
  expect(await earned([ann])).toEqual([60_000_000]);
});

test('unseen results of the last five weeks are returned one by one, the oldest first', async () => {
  const [ann] = (await harness.newUsers(1)) as [UserId];
  // Other tests have closed these weeks, and gave rank 100 to no player.
  const [forgotten, ...weeks] = [6, 5, 3, 2].map(weekBefore) as [Week, Week, Week, Week];
  for (const { year, number } of [forgotten, ...weeks]) {
    await harness.sql.query(
      `INSERT INTO week (year, number, state) VALUES ($1, $2, 'paid') ON CONFLICT DO NOTHING`,
      [year, number],
    );
    await harness.sql.query(
      `INSERT INTO weekly_result (year, week, rank, user_id, wins, games, coins, reward)
       VALUES ($1, $2, 100, $3, 1, 1, 0, 0)`,
      [year, number, ann],
    );
  }
  const see = (week: Week) => harness.leaderboard.markRankSeen({ userId: ann, week });
  await see(weeks[1]);
  for (const week of [weeks[0], weeks[2]]) {
    expect(await rankOf(ann)).toMatchObject({ week, rank: 100 });
    await see(week);
  }
  expect(await rankOf(ann)).toBeUndefined();
});

test('a week that cannot be is not marked as seen', async () => {
  const [ann] = (await harness.newUsers(1)) as [UserId];
  for (const week of [
    { year: 2 ** 31 - 1, number: 1 },
    { year: 2026, number: 2 ** 31 - 1 },
    { year: 2026, number: 54 },
  ])
    await expect(harness.leaderboard.markRankSeen({ userId: ann, week })).rejects.toMatchObject({
      code: 'INVALID',
    });
});

test('an unpaid week is overdue since its end', async () => {
  const undone = new Error('not committed: no replica closes the weeks meanwhile');
  const ages: ({ open: number; frozen: number } | undefined)[] = [];
  const unpaid = harness.sql.tx(async (sql) => {
    await sql.query(`UPDATE week SET state = 'frozen' WHERE state = 'open'`);
    await sql.query(`UPDATE week SET state = 'paid' WHERE state = 'frozen'`);
    const next = weekAfter(weekOf(new Date()));
    await sql.query(`INSERT INTO week (year, number) VALUES ($1, $2)`, [next.year, next.number]);
    ages.push(await unpaidWeekAges(sql));
    await sql.query(
      `INSERT INTO week (year, number, state) VALUES (2020, 1, 'open'), (2020, 2, 'frozen'), (2020, 3, 'open')`,
    );
    ages.push(await unpaidWeekAges(sql));
    throw undone;
  });
  await expect(unpaid).rejects.toBe(undone);
  const [none, overdue] = ages;
  expect(none, 'no week has ended').toEqual({ open: 0, frozen: 0 });
  const since = (end: number): number => (Date.now() - end) / 1_000;
  expect(Math.abs((overdue?.open ?? 0) - since(Date.UTC(2020, 0, 6)))).toBeLessThan(3_600);
  expect(Math.abs((overdue?.frozen ?? 0) - since(Date.UTC(2020, 0, 13)))).toBeLessThan(3_600);
});
