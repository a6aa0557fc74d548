/** Configurable rules of what counts for a week and its rewards (docs/spec/guarantees.md#guarantees-8). */
export interface WeeklyLeaderboardRules {
  /** Whether games within one network or device count, too. */
  readonly sameNetworkCounts: boolean;
  /** Wins over the same opponent that count. */
  readonly winsPerOpponent: number;
  /** Different opponents required for a reward in a large week. */
  readonly rewardOpponents: number;
  /** Players from which on a week is large. */
  readonly largeWeekPlayers: number;
  /** Different opponents required for a reward in a week of fewer players. */
  readonly rewardOpponentsInSmallWeek: number;
}

/** Returns how many different opponents a reward requires in a week of so many players. */
export const requiredOpponents = (
  { rewardOpponents, largeWeekPlayers, rewardOpponentsInSmallWeek }: WeeklyLeaderboardRules,
  players: number,
): number =>
  players < largeWeekPlayers ? Math.min(rewardOpponentsInSmallWeek, rewardOpponents) : rewardOpponents;
