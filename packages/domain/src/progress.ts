/** Levels, achievements and the weekly board (docs/spec/around-play.md#around-9.3). */

/** Wins from one level to the next. */
export const WINS_PER_LEVEL = 10;

/** Rows of a board, and ranks with a reward. */
export const WEEKLY_ENTRIES = 50;
/** Rewards of a week (docs/spec/around-play.md#around-9.2): the first rank that no longer gets it, and the coins. */
export const WEEKLY_REWARDS = [
  { below: 2, coins: 30_000_000 },
  { below: 3, coins: 20_000_000 },
  { below: 4, coins: 10_000_000 },
  { below: 11, coins: 5_000_000 },
  { below: 51, coins: 1_000_000 },
] as const;
/** The coins that a rank of a week earns; 0 from rank 51 on. */
export const weeklyRewardOf = (rank: number): number =>
  WEEKLY_REWARDS.find(({ below }) => rank < below)?.coins ?? 0;

/** Borders that a user can choose once their achievement is unlocked (docs/spec/around-play.md#around-3.2). */
export const SELECTABLE_BORDERS = [
  'legend',
  'champion',
  'grandmaster',
  'ultimate_veteran',
  'level_100_master',
] as const;

/** In the order in which they are shown, by group. */
export const ACHIEVEMENTS = {
  victory: ['first_win', 'win_streak_5', 'win_streak_10', 'speed_demon', 'legend', 'champion', 'grandmaster'],
  skill: ['master_of_diagonals', 'comeback_king'],
  experience: ['veteran_player', 'ultimate_veteran', 'level_100_master'],
} as const;

/** Achievement types from the best to the least. The best one is shown beside a name in a game. */
const ACHIEVEMENT_RANKING: readonly string[] = [
  'level_100_master',
  'grandmaster',
  'ultimate_veteran',
  'champion',
  'win_streak_10',
  'legend',
  'veteran_player',
  'comeback_king',
  'speed_demon',
  'win_streak_5',
  'master_of_diagonals',
  'first_win',
];
/** Returns the rank of an achievement type. An unknown type of a newer service is last. */
function achievementRank(type: string): number {
  const rank = ACHIEVEMENT_RANKING.indexOf(type);
  return rank < 0 ? ACHIEVEMENT_RANKING.length : rank;
}
/** Compares achievements for sorting, the best first. */
export const byAchievementRank = (
  one: { achievementType: string },
  other: { achievementType: string },
): number => achievementRank(one.achievementType) - achievementRank(other.achievementType);

/** Themes that an achievement unlocks. */
export const SPECIAL_THEMES = {
  halloween: 'win_streak_10',
  christmas: 'speed_demon',
  summer: 'veteran_player',
  level_100_frame: 'level_100_master',
} as const;
