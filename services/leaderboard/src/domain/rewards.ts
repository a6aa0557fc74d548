import type { WeekRules } from './week-rules.ts';

/** Ranks with a reward. */
export const REWARDED_RANKS = 50;

/** Returns the coins that a rank of a week earns (docs/spec/around-play.md#around-9.2). The ledger decides; this service displays and requests them. */
export function rewardOf(rank: number): number {
  if (rank === 1) return 30_000_000;
  if (rank === 2) return 20_000_000;
  if (rank === 3) return 10_000_000;
  if (rank <= 10) return 5_000_000;
  return rank <= REWARDED_RANKS ? 1_000_000 : 0;
}

/** Returns how many different opponents a reward requires in a week of so many players. */
export const requiredOpponents = (
  { rewardOpponents, largeWeekPlayers, rewardOpponentsInSmallWeek }: WeekRules,
  players: number,
): number =>
  players < largeWeekPlayers ? Math.min(rewardOpponentsInSmallWeek, rewardOpponents) : rewardOpponents;
