import { levelOf, type PlayerStats } from './player-stats.ts';

/** Rules of the achievements (docs/spec/around-play.md#around-3.2), in the order of the catalogue, on the stats after and before a game. */
const RULES = {
  first_win: ({ wins }) => wins >= 1,
  win_streak_5: ({ winStreak }) => winStreak >= 5,
  win_streak_10: ({ winStreak }) => winStreak >= 10,
  master_of_diagonals: ({ diagonals }) => diagonals >= 3,
  speed_demon: ({ wins }) => wins >= 20,
  veteran_player: ({ games }) => games >= 100,
  comeback_king: ({ wins }, before) => wins > before.wins && before.losingStreak >= 5,
  legend: ({ wins }) => wins >= 50,
  champion: ({ wins }) => wins >= 100,
  grandmaster: ({ wins }) => wins >= 200,
  ultimate_veteran: ({ games }) => games >= 500,
  level_100_master: ({ wins }) => levelOf(wins) >= 100,
} as const satisfies Record<string, (after: PlayerStats, before: PlayerStats) => boolean>;

/** An achievement by its type, as the proto and the API name it. */
export type AchievementType = keyof typeof RULES;

/** All achievements in the order of the catalogue. */
export const ACHIEVEMENTS = Object.keys(RULES) as AchievementType[];

/** Returns the achievements whose rule this game fulfilled, including those that an earlier game fulfilled. */
export const fulfilledBy = (before: PlayerStats, after: PlayerStats): AchievementType[] =>
  ACHIEVEMENTS.filter((type) => RULES[type](after, before));
