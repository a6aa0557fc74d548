import type { WeeklyLeaderboardRules } from './weekly-leaderboard-rules.ts';

/** Returns how many different opponents a reward requires in a week of so many players. */
export const requiredOpponents = (
  { rewardOpponents, largeWeekPlayers, rewardOpponentsInSmallWeek }: WeeklyLeaderboardRules,
  players: number,
): number =>
  players < largeWeekPlayers ? Math.min(rewardOpponentsInSmallWeek, rewardOpponents) : rewardOpponents;
