import type { GameId, UserId } from '@fifteen/domain';
import { pause } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { writeAccount, writeUserDeleted, writeUserSeen, writeUserUpgraded } from './fixtures.ts';
import { endOf, startOf, weekOf } from '../src/domain/week.ts';
import { testHarness } from './harness.ts';

const harness = testHarness();

// No test here spans the end of a week.
const msToNextWeek = endOf(weekOf(new Date())).getTime() - Date.now();
if (msToNextWeek < 120_000) await pause(msToNextWeek);

const week = weekOf(new Date());
/** The present, or a moment soon after the begin of this week: no test here looks back further. */
const now = Math.max(Date.now(), startOf(week).getTime() + 200_000);
/** Returns a time of this week, always the same for the same seconds. */
const ago = (seconds: number): Date => new Date(now - seconds * 1_000);

/** Returns what counts for a player in this week, also without a win. */
const scoreOf = async (userId: UserId) => {
  const { rows } = await harness.sql.query<{ wins: number; games: number }>(
    'SELECT wins, games FROM weekly_score WHERE year = $1 AND week = $2 AND user_id = $3',
    [week.year, week.number, userId],
  );
  return rows[0];
};
const clear = () => harness.sql.query('DELETE FROM weekly_score');

test('the board is sorted by wins, then fewer games, then the earlier last win', async () => {
  const users = await harness.newUsers(6);
  const [ann, bob, cem, dan, eve, fay] = users as [UserId, UserId, UserId, UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: eve, at: ago(60) });
  await harness.finishGame({ x: bob, o: eve, at: ago(50), bet: 5_000 });
  await harness.finishGame({ x: cem, o: eve, at: ago(40) });
  await harness.finishGame({ x: dan, o: eve, at: ago(30) });
  await harness.finishGame({ x: dan, o: ann, at: ago(20) });
  await harness.finishGame({ x: cem, o: bob, condition: 'draw', at: ago(10) });
  await harness.finishGame({ x: fay, o: eve, at: ago(5) });
  await harness.waitForEvents();
  const board = await harness.leaderboard.getWeeklyBoard({ limit: 0 });
  expect(board).toMatchObject({ week, endsAt: endOf(week) });
  expect(board.rows).toMatchObject([
    { rank: 1, userId: dan, wins: 2, games: 2 },
    { rank: 2, userId: fay, wins: 1, games: 1 },
    { rank: 3, userId: ann, wins: 1, games: 2 },
    { rank: 4, userId: bob, wins: 1, games: 2, coinsEarned: 5_000 },
    { rank: 5, userId: cem, wins: 1, games: 2 },
  ]);
  expect((await harness.leaderboard.getWeeklyBoard({ limit: 2 })).rows).toHaveLength(2);
  await clear();
});

test('a deleted user is not on the board, and the ranks have no gap', async () => {
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: cem, at: ago(30) });
  await harness.finishGame({ x: bob, o: cem, at: ago(20) });
  await harness.waitForEvents();
  const listed = async () => (await harness.leaderboard.getWeeklyBoard({ limit: 50 })).rows;
  expect(await listed()).toMatchObject([{ userId: ann }, { userId: bob }]);
  await writeUserDeleted(harness.identity, ann);
  await harness.waitForEvents();
  expect(await listed()).toMatchObject([{ rank: 1, userId: bob }]);
  await clear();
});

test('a player without a win is not on the board, also if no other player has one', async () => {
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  const listed = async () =>
    (await harness.leaderboard.getWeeklyBoard({ limit: 50 })).rows.map((row) => row.userId);
  await harness.finishGame({ x: ann, o: bob, condition: 'draw', at: ago(60) });
  await harness.waitForEvents();
  expect(await scoreOf(ann)).toMatchObject({ wins: 0, games: 1 });
  expect(await listed()).toEqual([]);
  await harness.finishGame({ x: cem, o: ann, at: ago(50) });
  await harness.waitForEvents();
  expect(await listed()).toEqual([cem]);
  await clear();
});

test('threat 39: a win on Sunday night belongs to the old week, whenever its event arrives', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const monday = startOf(week).getTime();
  await harness.finishGame({ x: ann, o: bob, at: new Date(monday - 1) });
  await harness.finishGame({ x: bob, o: ann, at: new Date(monday) });
  await harness.waitForEvents();
  expect(await scoreOf(ann)).toMatchObject({ wins: 0, games: 1 });
  expect(await scoreOf(bob)).toMatchObject({ wins: 1, games: 1 });
  await clear();
});

test('threats 25 and 40: ten wins over one opponent count, and none by an early abandonment', async () => {
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  for (let i = 0; i < 13; i += 1) await harness.finishGame({ x: ann, o: bob, at: ago(100 - i) });
  for (let i = 0; i < 3; i += 1) await harness.finishGame({ x: bob, o: ann, at: ago(80 - i) });
  for (let plies = 4; plies < 8; plies += 1)
    await harness.finishGame({ x: ann, o: cem, condition: 'abandonment', plies, at: ago(70 - plies) });
  await harness.waitForEvents();
  expect(await scoreOf(ann)).toMatchObject({ wins: 12, games: 18 });
  expect(await scoreOf(bob)).toMatchObject({ wins: 3, games: 16 });
  expect(await scoreOf(cem)).toMatchObject({ wins: 0, games: 2 });
  expect((await harness.leaderboard.getRecords({ userIds: [ann] })).records[0]).toMatchObject({ wins: 17 });
  await clear();
});

test('threat 24: the network of a game is that of its last 46 minutes, not that of the sign-in', async () => {
  const [ann, bob, cem, dan] = (await harness.newUsers(4)) as [UserId, UserId, UserId, UserId];
  const minutes = (n: number): Date => ago(n * 60);
  const seenAt = (userId: UserId, network: string, at?: Date) =>
    writeUserSeen(harness.identity, { userId, network, device: '' }, at);
  // Bob signed in elsewhere and then used Ann's network; Cem used it until an hour ago. Dan returned to it from another one
  // within the 30 minutes in which identity does not publish it again, and then played for 16.
  await seenAt(ann, 'home');
  await seenAt(bob, 'cafe');
  await seenAt(cem, 'home');
  await seenAt(bob, 'home', minutes(30));
  await seenAt(bob, 'cafe', minutes(10));
  await seenAt(cem, 'office', minutes(60));
  await seenAt(dan, 'home', minutes(50));
  await seenAt(dan, 'cafe', minutes(49));
  const [withBob, withCem, withDan, earlier] = [
    await harness.finishGame({ x: ann, o: bob, at: minutes(5) }),
    await harness.finishGame({ x: ann, o: cem, at: minutes(5) }),
    await harness.finishGame({ x: ann, o: dan, at: minutes(5) }),
    await harness.finishGame({ x: ann, o: bob, at: minutes(31) }),
  ];
  await harness.waitForEvents();
  const counted = async (gameId: GameId) =>
    (
      await harness.sql.query<{ counts: boolean }>(
        `SELECT DISTINCT counts FROM player_game WHERE game_id = $1`,
        [gameId],
      )
    ).rows;
  expect(await counted(withBob), 'in one network while they played').toEqual([{ counts: false }]);
  expect(await counted(withDan), 'in a network that was not published again').toEqual([{ counts: false }]);
  expect(await counted(earlier), 'before Bob used it').toEqual([{ counts: true }]);
  expect(await counted(withCem), 'Cem left it long before').toEqual([{ counts: true }]);
  await clear();
});

test('threat 24: games with guests, within one network or on one device do not count', async () => {
  const [ann, bob, cem, dan] = (await harness.newUsers(4)) as [UserId, UserId, UserId, UserId];
  const guest = await writeAccount(harness.identity, { guest: true });
  await writeUserSeen(harness.identity, { userId: ann, network: 'home', device: 'phone' });
  await writeUserSeen(harness.identity, { userId: bob, network: 'home', device: 'tablet' });
  await writeUserSeen(harness.identity, { userId: cem, network: 'cafe', device: 'phone' });
  for (const [x, o] of [
    [ann, guest],
    [guest, ann],
    [ann, bob],
    [ann, cem],
  ] as const)
    await harness.finishGame({ x, o, at: ago(10) });
  await harness.waitForEvents();
  expect(await scoreOf(ann)).toBeUndefined();
  await harness.finishGame({ x: bob, o: cem, at: ago(9) });
  await harness.finishGame({ x: ann, o: dan, at: ago(9) });
  await harness.waitForEvents();
  expect(await scoreOf(bob)).toMatchObject({ wins: 1 });
  expect(await scoreOf(ann), 'an opponent without known networks').toMatchObject({ wins: 1, games: 1 });
  await clear();
});

test('threat 24: two networks of a user that identity published at one time are both known', async () => {
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  // Bob has two sockets: identity writes what both have seen in one transaction.
  await harness.identity.tx(async (sql) => {
    for (const network of ['cafe', 'home'])
      await writeUserSeen(sql, { userId: bob, network, device: 'tablet' }, ago(60));
  });
  await writeUserSeen(harness.identity, { userId: ann, network: 'home', device: 'phone' });
  await writeUserSeen(harness.identity, { userId: cem, network: 'cafe', device: 'watch' });
  await harness.finishGame({ x: ann, o: bob, at: ago(10) });
  await harness.finishGame({ x: cem, o: bob, at: ago(10) });
  await harness.waitForEvents();
  expect(await scoreOf(ann)).toBeUndefined();
  expect(await scoreOf(cem)).toBeUndefined();
  expect(await scoreOf(bob)).toBeUndefined();
  await clear();
});

test('late registrations and access records apply from their own time on', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const [early, late] = [
    await writeAccount(harness.identity, { published: false }),
    await writeAccount(harness.identity, { guest: true }),
  ];
  await harness.finishGame({ x: early, o: ann, at: ago(90) });
  await harness.finishGame({ x: late, o: bob, at: ago(80) });
  await harness.finishGame({ x: late, o: bob, at: ago(20) });
  await harness.waitForEvents();
  expect(await harness.leaderboard.getWeeklyBoard({ limit: 50 })).toMatchObject({ rows: [] });

  await writeUserUpgraded(harness.identity, early, new Date(0));
  await writeUserUpgraded(harness.identity, late, ago(50));
  await harness.waitForEvents();
  expect(await scoreOf(early)).toMatchObject({ wins: 1, games: 1 });
  expect(await scoreOf(late), 'from their registration on').toMatchObject({ wins: 1, games: 1 });
  expect(await scoreOf(bob)).toMatchObject({ wins: 0, games: 1 });

  await writeUserSeen(harness.identity, { userId: early, network: 'home', device: '' }, ago(100));
  await writeUserSeen(harness.identity, { userId: ann, network: 'home', device: '' }, ago(95));
  await harness.waitForEvents();
  expect(await scoreOf(early), 'within one network').toBeUndefined();
  expect(await scoreOf(ann)).toBeUndefined();
  await clear();
});
