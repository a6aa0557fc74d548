import type { WeekRules } from './parts.ts';

/** Ranks with a reward. */
export const REWARDED_RANKS = 50;

/** What a rank of a week is worth (around-play 9). The ledger decides; here it is shown, and asked for. */
export function rewardOf(rank: number): number {
  if (rank === 1) return 30_000_000;
  if (rank === 2) return 20_000_000;
  if (rank === 3) return 10_000_000;
  if (rank <= 10) return 5_000_000;
  return rank <= REWARDED_RANKS ? 1_000_000 : 0;
}

/** Different opponents that a reward takes in a week with so many players. */
export const opponentsNeeded = (
  { prizeOpponents, prizePlayers, prizeOpponentsOfFew }: WeekRules,
  players: number,
): number => (players < prizePlayers ? Math.min(prizeOpponentsOfFew, prizeOpponents) : prizeOpponents);
