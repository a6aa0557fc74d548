import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { endOfWeek } from '../src/progress/routes.ts';
import { createMember } from './members.ts';
import { expectError, useSharedStack, send } from './harness.ts';
import { playOut } from './room-fixtures.ts';

const stack = useSharedStack();

/** Creates two players, who play one game; X wins. */
async function pair(who: () => Promise<Player>): Promise<{ x: Player; o: Player }> {
  const [one, other] = await Promise.all([who(), who()]);
  await Promise.all([one.connect(), other.connect()]);
  const { x, o, game } = await withQuickMatchAlone(() => pairByQuickMatch(one, other, 0));
  await playOut({ x, o, gameId: game.id });
  return { x, o };
}
const guest = () => Player.guest(stack().url);
const call = (player: Player, path: string, method = 'GET', body?: unknown) =>
  send(`${stack().url}${path}`, { method, body, headers: { cookie: player.cookie } });

describe('a game that was won', () => {
  test('counts for the records, achievements, profiles and head-to-head of both players', async () => {
    const { x, o } = await pair(guest);
    // The end of the game is sent before its records are written.
    for (const player of [x, o]) await player.waitFor('record_changed');
    expect((await x.api.users.ownStats()).wins).toBe(1);
    expect(await x.waitFor('achievement_unlocked')).toMatchObject({
      achievement: { achievementType: 'first_win', achievementName: 'First Victory' },
    });
    expect(await x.api.auth.user()).toMatchObject({
      ...{ wins: 1, totalGames: 1, level: 1, winsToNextLevel: 9, currentWinStreak: 1 },
      achievements: [{ achievementType: 'first_win' }],
      selectedAchievementBorder: null,
    });
    expect(await o.api.users.stats({ params: { id: x.user.id } })).toMatchObject({
      ...{ userId: x.user.id, wins: 1, losses: 0, bestWinStreak: 1, achievementsUnlocked: 1 },
    });
    expect(await x.api.users.stats({ params: { id: o.user.id } })).toMatchObject({ wins: 0, losses: 1 });

    const params = { userId: x.user.id, friendId: o.user.id };
    expect(await x.api.friends.headToHead({ params })).toEqual({
      ...{ wins: 1, losses: 0, draws: 0, totalGames: 1, winRate: 100 },
    });
    // Threat 52.
    expectError(await call(o, `/api/head-to-head/${x.user.id}/${o.user.id}`), 403, 'FORBIDDEN');
    expectError(await call(o, `/api/head-to-head/${o.user.id}/${o.user.id}`), 400, 'NOT_YOURSELF');

    const own = await x.api.achievements.own();
    expect(own).toMatchObject([{ id: 'first_win', description: expect.any(String) as string }]);
    expect(await o.api.achievements.of({ params: { userId: x.user.id } })).toEqual(own);
    expect(await x.api.achievements.sync()).toEqual(own);
    expect(await o.api.achievements.own()).toEqual([]);
    expectError(await call(x, '/api/users/nobody/achievements'), 404, 'USER_NOT_FOUND');
    const { specialThemes } = await x.api.achievements.themes();
    expect(specialThemes.map(({ id, unlocked }) => [id, unlocked])).toEqual(
      ['halloween', 'christmas', 'summer', 'level_100_frame'].map((id) => [id, false]),
    );
  });

  test('between registered players appears on the weekly and the all-time leaderboard', async () => {
    const { x, o } = await pair(async () => (await createMember(stack())).player);
    const rowsOf = async () => (await x.api.leaderboard.weekly({ query: {} })).map((row) => row.user.id);
    await expect.poll(rowsOf, { timeout: 10_000 }).toEqual([x.user.id]);
    const [best] = await o.api.leaderboard.weekly({ query: { limit: 1 } });
    expect(best).toMatchObject({ rank: 1, weeklyWins: 1, weeklyGames: 1, coinsEarned: 0 });
    expect(best?.user.displayName).toBe((await x.api.auth.user()).displayName);
    // A gateway answers all readers from what it loaded up to a second ago, perhaps for another test.
    const findRow = async () =>
      (await o.api.leaderboard.allTime({ query: {} })).find(({ user }) => user.id === x.user.id);
    await expect.poll(findRow, { timeout: 10_000 }).toMatchObject({ wins: 1, totalGames: 1 });
    for (const limit of [0, 51, 'x', ''])
      expectError(await call(x, `/api/leaderboard/weekly?limit=${limit}`), 400);
  });
});

describe('a player without the achievement', () => {
  test('cannot select its border, and has no pending notifications', async () => {
    const one = await guest();
    const select = (achievementType: unknown) =>
      call(one, '/api/achievement-border/select', 'POST', { achievementType });
    expectError(await select('legend'), 403, 'BORDER_LOCKED');
    expectError(await select('first_win'), 400);
    expect(await select(null)).toMatchObject({ body: { selectedAchievementBorder: 'none' } });
    expect(await one.api.auth.user()).toMatchObject({ selectedAchievementBorder: 'none' });
    expect(await one.api.progress.levelUps()).toEqual([]);
    expect(await one.api.progress.rankPopup()).toEqual({ hasPendingPopup: false, rankData: null });
    await one.api.progress.rankSeen({ body: { weekNumber: 1, year: 2026 } });
    expectError(await call(one, '/api/level-ups/nothing/acknowledge', 'POST'), 404, 'LEVEL_UP_NOT_FOUND');
  });
});

test('the week lasts until Monday, midnight in UTC', async () => {
  const at = (instant: string): string => new Date(endOfWeek(Date.parse(instant))).toISOString();
  expect(at('2026-11-22T23:59:59.999Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(at('2026-11-23T00:00:00.000Z')).toBe('2026-11-30T00:00:00.000Z');
  expect(at('2026-12-31T12:00:00.000Z')).toBe('2027-01-04T00:00:00.000Z');
  const visitor = await guest();
  const before = Date.now();
  const left = await visitor.api.leaderboard.timeLeft();
  const seconds = ((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds;
  const answeredAt = Date.parse(left.endsAt) - seconds * 1_000;
  expect(answeredAt).toBeGreaterThan(before - 1_000);
  expect(answeredAt).toBeLessThan(Date.now() + 1_000);
});
