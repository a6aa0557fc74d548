import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { writeUserDeleted, writeAccount } from './fixtures.ts';
import { testHarness } from './harness.ts';

const harness = testHarness();

/** Returns the time so many minutes ago, so that games have an order. */
const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const recordOf = async (userId: UserId) =>
  (await harness.leaderboard.getRecords({ userIds: [userId] })).records[0]!;
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test('a game counts in the records of both players', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, condition: 'diagonal', at: ago(3) });
  await harness.finishGame({ x: bob, o: ann, condition: 'draw', at: ago(2) });
  await harness.finishGame({ x: bob, o: ann, winner: 'O', condition: 'abandonment', plies: 1, at: ago(1) });
  await harness.waitForEvents();
  expect(await recordOf(ann)).toMatchObject({
    ...{ level: 1, wins: 2, losses: 0, draws: 1, totalGames: 3, winsToNextLevel: 8 },
    ...{ currentWinStreak: 1, bestWinStreak: 1, border: '', chosenBorder: '' },
    achievements: [{ type: 'first_win' }],
  });
  expect(await recordOf(bob)).toMatchObject({ wins: 0, losses: 2, draws: 1, totalGames: 3 });
  const one = await harness.leaderboard.getHeadToHead({ userId: ann, otherId: bob });
  expect(one).toEqual({ wins: 2, losses: 0, draws: 1, totalGames: 3 });
  expect(await harness.leaderboard.getHeadToHead({ userId: bob, otherId: ann })).toMatchObject({
    wins: 0,
    losses: 2,
  });
});

test('games against the computer and expired games do not count in records', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: toUserId('player_7'), at: ago(2) });
  await harness.finishGame({ x: toUserId('player_7'), o: ann, at: ago(2) });
  await harness.finishGame({ x: ann, o: bob, condition: 'expired', plies: 1, at: ago(1) });
  await harness.waitForEvents();
  expect(await recordOf(ann)).toMatchObject({ wins: 0, losses: 0, draws: 0, totalGames: 0 });
  expect(await recordOf(bob)).toMatchObject({ totalGames: 0 });
  expect((await recordOf(toUserId('player_7'))).totalGames).toBe(0);
  const both = await harness.leaderboard.getHeadToHead({ userId: ann, otherId: toUserId('player_7') });
  expect(both.totalGames).toBe(0);
});

test('returns empty records for unknown users, and rejects more than two hundred', async () => {
  const ids = Array.from({ length: 200 }, () => toUserId(randomUUID()));
  const { records } = await harness.leaderboard.getRecords({ userIds: ids });
  expect(records.map(({ userId }) => userId)).toEqual(ids);
  expect(records[0]).toMatchObject({ level: 1, winsToNextLevel: 10, achievements: [] });
  expect(await outcomeOf(harness.leaderboard.getRecords({ userIds: [...ids, toUserId('one more')] }))).toBe(
    'INVALID',
  );
});

test('ten wins reach a level: a recent one is pushed, and it is pending until it is acknowledged', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  // Two replicas apply the games of one batch in any order: the level of a batch is reached with its last game.
  for (const oldest of [100, 9]) {
    for (let i = 0; i < 10; i += 1) await harness.finishGame({ x: ann, o: bob, at: ago(oldest - i * 0.5) });
    await harness.waitForEvents();
  }
  const { levelUps } = await harness.leaderboard.listPendingLevelUps({ userId: ann });
  expect(levelUps).toMatchObject([
    { userId: ann, previousLevel: 1, newLevel: 2 },
    { userId: ann, previousLevel: 2, newLevel: 3 },
  ]);
  const [first, second] = levelUps;
  const acknowledge = (userId: UserId, levelUpId: string) =>
    outcomeOf(harness.leaderboard.acknowledgeLevelUp({ userId, levelUpId }));
  expect(await acknowledge(bob, first!.id), 'another user’s').toBe('LEVEL_UP_NOT_FOUND');
  for (const id of ['', 'x', `${ann}:`, `${ann}:4`, `${ann}:02`, `${ann}:2:2`, `${bob}:2`])
    expect(await acknowledge(ann, id), id).toBe('LEVEL_UP_NOT_FOUND');
  for (let i = 0; i < 2; i += 1) expect(await acknowledge(ann, first!.id)).toBe('ok');
  expect((await harness.leaderboard.listPendingLevelUps({ userId: ann })).levelUps).toEqual([second]);
  // A level that was reached more than ten minutes ago is not pushed.
  await expect.poll(() => harness.received(`user.${ann}`, 'levelUp')).toEqual([second]);
  await expect
    .poll(() => harness.received(`user.${ann}`, 'achievement'))
    .toMatchObject([{ type: 'speed_demon' }]);
  expect((await recordOf(ann)).achievements.map(({ type }) => type)).toEqual([
    'first_win',
    'win_streak_5',
    'win_streak_10',
    'speed_demon',
  ]);
});

test('a player can select an unlocked border, none, or the default of the record', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const select = (border: string) => outcomeOf(harness.leaderboard.selectBorder({ userId: ann, border }));
  expect(await select('legend')).toBe('BORDER_LOCKED');
  expect(await select('veteran_player'), 'is not selectable').toBe('INVALID');
  expect(await select("none'; --")).toBe('INVALID');
  for (let i = 50; i > 0; i -= 1) await harness.finishGame({ x: ann, o: bob, at: ago(i) });
  await harness.waitForEvents();
  expect(await recordOf(ann)).toMatchObject({ border: 'legend', chosenBorder: '' });
  expect(await select('')).toBe('ok');
  expect(await recordOf(ann)).toMatchObject({ border: 'none', chosenBorder: 'none' });
  expect(await select('legend')).toBe('ok');
  expect(await recordOf(ann)).toMatchObject({ border: 'legend', chosenBorder: 'legend' });
  expect(await select('champion')).toBe('BORDER_LOCKED');
  expect(await select('automatic')).toBe('ok');
  expect(await recordOf(ann)).toMatchObject({ border: 'legend', chosenBorder: '' });
});

test('the all-time board is sorted by wins, then fewer games, without deleted users', async () => {
  const users = await harness.newUsers(3);
  const guest = await writeAccount(harness.identity, { guest: true });
  const loser = await writeAccount(harness.identity);
  const [ann, bob, cem] = users as [UserId, UserId, UserId];
  const wins = async (x: UserId, n: number) => {
    for (let i = 0; i < n; i += 1) await harness.finishGame({ x, o: loser, at: ago(100 - i) });
  };
  await wins(ann, 2);
  await wins(bob, 2);
  await wins(cem, 3);
  await wins(guest, 4);
  await harness.finishGame({ x: loser, o: ann, condition: 'draw' });
  await harness.waitForEvents();
  const known = [...users, guest, loser];
  const top = async () =>
    (await harness.leaderboard.getAllTimeBoard({ limit: 0 })).rows
      .map(({ userId }) => userId)
      .filter((userId) => known.includes(userId));
  expect(await top(), 'without the user who never won').toEqual([guest, cem, bob, ann]);
  await writeUserDeleted(harness.identity, guest);
  await harness.waitForEvents();
  expect(await top()).toEqual([cem, bob, ann]);
  const [first] = (await harness.leaderboard.getAllTimeBoard({ limit: 1 })).rows;
  expect(first).toMatchObject({ rank: 1, wins: 50 });
});

test('a deleted guest has no achievements, levels and border, also when a game ends after the deletion', async () => {
  const guest = await writeAccount(harness.identity, { guest: true });
  const [ann] = (await harness.newUsers(1)) as [UserId];
  const win = (minutesAgo: number) => harness.finishGame({ x: guest, o: ann, at: ago(minutesAgo) });
  for (let i = 0; i < 10; i += 1) await win(100 - i);
  await harness.waitForEvents();
  const milestones = async () => ({
    achievements: (await recordOf(guest)).achievements.length,
    levels: (await harness.leaderboard.listPendingLevelUps({ userId: guest })).levelUps.length,
    border: (await recordOf(guest)).chosenBorder,
  });
  await harness.leaderboard.selectBorder({ userId: guest, border: '' });
  expect(await milestones()).toEqual({ achievements: 3, levels: 1, border: 'none' });
  await writeUserDeleted(harness.identity, guest);
  await harness.waitForEvents();
  expect(await milestones()).toEqual({ achievements: 0, levels: 0, border: '' });

  for (let i = 0; i < 10; i += 1) await win(50 - i);
  await harness.waitForEvents();
  await harness.leaderboard.syncAchievements({ userId: guest });
  expect(await milestones()).toEqual({ achievements: 0, levels: 0, border: '' });
  expect(await recordOf(guest)).toMatchObject({ wins: 20, level: 3 });
});

test('syncing achievements restores what is missing, and publishes that the record changed', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  for (let i = 10; i > 0; i -= 1) await harness.finishGame({ x: ann, o: bob, at: ago(i) });
  await harness.waitForEvents();
  const before = await harness.readTables();
  const changes = async () =>
    (await harness.sql.query(`SELECT FROM outbox WHERE name = 'record_changed' AND aggregate_id = $1`, [ann]))
      .rowCount!;
  const published = await changes();
  for (const table of ['achievement', 'level_up', 'player_stats'])
    await harness.sql.query(`DELETE FROM ${table} WHERE user_id = $1`, [ann]);
  const { achievements } = await harness.leaderboard.syncAchievements({ userId: ann });
  expect(achievements.map(({ type }) => type)).toEqual(['first_win', 'win_streak_5', 'win_streak_10']);
  expect(await harness.readTables()).toEqual(before);
  expect(await changes()).toBe(published + 1);
});

test('syncing achievements changes nothing when all games are known', async () => {
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  for (let i = 6; i > 0; i -= 1) await harness.finishGame({ x: ann, o: bob, at: ago(i) });
  await harness.waitForEvents();
  const before = await harness.readTables();
  const { achievements } = await harness.leaderboard.syncAchievements({ userId: ann });
  expect(achievements.map(({ type }) => type)).toEqual(['first_win', 'win_streak_5']);
  expect(await harness.readTables()).toEqual(before);
  expect(
    (await harness.leaderboard.syncAchievements({ userId: toUserId(randomUUID()) })).achievements,
  ).toEqual([]);
});
