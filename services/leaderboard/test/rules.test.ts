import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACHIEVEMENTS } from '../src/domain/achievements.ts';
import { defaultBorder } from '../src/domain/border-selection.ts';
import { countsForWeek, type PlayerSnapshot } from '../src/domain/eligibility.ts';
import type { FinishedGame } from '../src/domain/finished-game.ts';
import { computeProgress } from '../src/domain/progress.ts';
import { toGameId, toUserId, weeklyRewardOf } from '@fifteen/domain';
import { requiredOpponents } from '../src/domain/weekly-leaderboard-rules.ts';
import { levelOf, winsToNextLevel, type PlayedGame } from '../src/domain/player-stats.ts';

/** Returns the games of a word: win (w), loss (l), draw (d), win by a diagonal (x), game against the computer (b). */
function games(word: string): PlayedGame[] {
  const outcomes = { w: 'win', x: 'win', l: 'loss', d: 'draw', b: 'bot' } as const;
  return [...word].map((letter, i) => ({
    gameId: toGameId(String(i)),
    outcome: outcomes[letter as keyof typeof outcomes],
    diagonal: letter === 'x',
    finishedAt: new Date(i),
  }));
}

/** Returns the number of the game, from 1, that unlocked each achievement. */
const unlocked = (word: string): Record<string, number> =>
  Object.fromEntries(
    [...computeProgress(games(word)).achievements].map(([type, at]) => [type, at.getTime() + 1]),
  );

test.each([
  ['first_win', 'lldw', 4],
  ['win_streak_5', 'wwwwlwwwww', 10],
  ['win_streak_5', 'wwwwbw', 6],
  ['win_streak_10', 'w'.repeat(10), 10],
  ['master_of_diagonals', 'xwxlx', 5],
  ['speed_demon', 'wl'.repeat(20), 39],
  ['veteran_player', 'd'.repeat(100), 100],
  ['veteran_player', `${'b'.repeat(50)}${'l'.repeat(100)}`, 150],
  ['comeback_king', 'lllllw', 6],
  ['comeback_king', 'lllllllw', 8],
  ['comeback_king', 'lllllbw', 7],
  ['legend', 'wl'.repeat(50), 99],
  ['champion', 'wd'.repeat(100), 199],
  ['grandmaster', 'wl'.repeat(200), 399],
  ['ultimate_veteran', 'l'.repeat(500), 500],
  ['level_100_master', 'w'.repeat(990), 990],
])('%s is unlocked by the game that fulfils it: %s', (type, word, game) => {
  expect(unlocked(word)).toHaveProperty(type, game);
  expect(unlocked(word.slice(0, game - 1))).not.toHaveProperty(type);
});

test.each([
  ['win_streak_5', 'wwwwdw'],
  ['win_streak_10', 'wwwwwwwwwlw'],
  ['master_of_diagonals', 'xxl'],
  ['comeback_king', 'llllw'],
  ['comeback_king', 'lllldlw'],
  ['comeback_king', 'llllld'],
  ['comeback_king', 'llllldw'],
  ['first_win', 'bbbb'],
  ['veteran_player', 'b'.repeat(100)],
])('%s is not unlocked by %s', (type, word) => expect(unlocked(word)).not.toHaveProperty(type));

test('an achievement is unlocked once and kept', () => {
  expect(unlocked(`${'w'.repeat(5)}l${'w'.repeat(5)}`)).toMatchObject({ win_streak_5: 5, first_win: 1 });
  expect(ACHIEVEMENTS).toHaveLength(12);
});

test('stats and levels follow from any sequence of games', () => {
  let highestLevel = 1;
  fc.assert(
    fc.property(fc.stringMatching(/^[wxldb]{0,60}$/), (word) => {
      const { stats, levels } = computeProgress(games(word));
      const ranked = word.replaceAll('b', '').replaceAll('x', 'w');
      const runs = ranked.match(/w+/g) ?? [];
      expect(stats).toEqual({
        wins: ranked.replaceAll(/[^w]/g, '').length,
        losses: ranked.replaceAll(/[^l]/g, '').length,
        draws: ranked.replaceAll(/[^d]/g, '').length,
        games: ranked.length,
        winStreak: /w*$/.exec(ranked)![0].length,
        bestWinStreak: Math.max(0, ...runs.map((run) => run.length)),
        losingStreak: /l*$/.exec(ranked)![0].length,
        diagonals: word.replaceAll(/[^x]/g, '').length,
      });
      const level = levelOf(stats.wins);
      expect([...levels.keys()]).toEqual(Array.from({ length: level - 1 }, (_, i) => i + 2));
      highestLevel = Math.max(highestLevel, level);
    }),
  );
  expect(highestLevel, 'generated').toBeGreaterThan(1);
});

test.each([
  [0, 1, 10],
  [1, 1, 9],
  [9, 1, 1],
  [10, 2, 10],
  [19, 2, 1],
  [20, 3, 10],
  [989, 99, 1],
  [990, 100, 10],
])('%i wins are level %i, and %i more reach the next', (wins, level, left) => {
  expect([levelOf(wins), winsToNextLevel(wins)]).toEqual([level, left]);
});

test.each([
  [990, 990, 'level_100_master'],
  [989, 989, 'ultimate_veteran'],
  [10, 500, 'ultimate_veteran'],
  [200, 499, 'grandmaster'],
  [199, 499, 'champion'],
  [100, 100, 'champion'],
  [99, 99, 'legend'],
  [50, 400, 'legend'],
  [49, 100, 'veteran_player'],
  [49, 99, ''],
])('the default border for %i wins in %i games is “%s”', (wins, played, border) => {
  expect(defaultBorder({ wins, games: played })).toBe(border);
});

const RULES = {
  sameNetworkCounts: false,
  winsPerOpponent: 10,
  rewardOpponents: 10,
  largeWeekPlayers: 20,
  rewardOpponentsInSmallWeek: 3,
};

test('the rewards are 30, 20 and 10 million, 5 up to rank 10, 1 up to rank 50, and 135 in total', () => {
  expect([1, 2, 3, 4, 10, 11, 50, 51].map(weeklyRewardOf)).toEqual(
    [30, 20, 10, 5, 5, 1, 1, 0].map((millions) => millions * 1_000_000),
  );
  const pool = Array.from({ length: 100 }, (_, i) => weeklyRewardOf(i + 1)).reduce((sum, one) => sum + one);
  expect(pool).toBe(135_000_000);
});

test('a reward requires ten opponents, three in a small week', () => {
  expect([0, 19, 20, 1_000].map((players) => requiredOpponents(RULES, players))).toEqual([3, 3, 10, 10]);
});

test('a game counts for its week by its end and by its players, their registration, networks and devices', () => {
  const noon = new Date('2026-11-18T12:00:00Z');
  const game = (more: Partial<FinishedGame> = {}): FinishedGame => ({
    ...{
      id: toGameId('g'),
      x: toUserId('ann'),
      o: toUserId('bob'),
      winner: toUserId('ann'),
      condition: 'vertical',
      plies: 9,
      bet: 0,
    },
    finishedAt: noon,
    ...more,
  });
  const member = (more: Partial<PlayerSnapshot> = {}): PlayerSnapshot => ({
    ...{ registeredAt: new Date(0), networks: [], devices: [] },
    ...more,
  });
  const [home, cafe] = [
    member({ networks: ['home'], devices: ['phone'] }),
    member({ networks: ['cafe', 'train'], devices: ['tablet'] }),
  ];
  const at = (ms: number): PlayerSnapshot => member({ registeredAt: new Date(noon.getTime() + ms) });
  const guest = member({ registeredAt: null });
  const counted = (finished: FinishedGame, x: PlayerSnapshot, o: PlayerSnapshot, rules = RULES) =>
    countsForWeek(finished, x, o, rules);

  expect(counted(game(), home, cafe)).toBe(true);
  expect(counted(game({ condition: 'draw', winner: null }), home, cafe)).toBe(true);
  expect(counted(game({ condition: 'expired', winner: null, plies: 1 }), home, cafe)).toBe(false);
  expect(counted(game({ condition: 'abandonment', plies: 5 }), home, cafe)).toBe(false);
  expect(counted(game({ condition: 'abandonment', plies: 6 }), home, cafe)).toBe(true);
  expect(counted(game(), guest, cafe), 'of a guest').toBe(false);
  expect(counted(game(), home, guest), 'against a guest').toBe(false);
  expect(counted(game(), at(0), cafe), 'registered at its end').toBe(true);
  expect(counted(game(), at(1), cafe), 'registered after it').toBe(false);
  expect(
    counted(game(), home, member({ networks: ['office', 'home'], devices: ['tablet'] })),
    'one network',
  ).toBe(false);
  expect(counted(game(), home, member({ networks: ['cafe'], devices: ['phone'] })), 'one device').toBe(false);
  expect(counted(game(), member(), member()), 'without known networks').toBe(true);
  expect(counted(game(), home, home, { ...RULES, sameNetworkCounts: true })).toBe(true);
});
