import type { FinishedGame } from './finished-game.ts';
import type { WeeklyLeaderboardRules } from './weekly-leaderboard-rules.ts';

/** A player at the end of a game: hashes of the networks and devices from which the player took part in it. */
export interface PlayerSnapshot {
  readonly registeredAt: Date | null;
  readonly networks: readonly string[];
  readonly devices: readonly string[];
}

/** An abandoned game counts from this ply on. */
const PLIES_BEFORE_ABANDONMENT = 6;

/**
 * Returns whether a game counts for its week (docs/spec/guarantees.md#guarantees-8): both players are registered, have no network or device in
 * common, and did not leave it too early. `db/weekly-scores.ts` limits how often a pair counts.
 */
export function countsForWeek(
  game: FinishedGame,
  x: PlayerSnapshot,
  o: PlayerSnapshot,
  { sameNetworkCounts }: WeeklyLeaderboardRules,
): boolean {
  if (game.condition === 'expired') return false;
  if (game.condition === 'abandonment' && game.plies < PLIES_BEFORE_ABANDONMENT) return false;
  const isRegistered = ({ registeredAt }: PlayerSnapshot): boolean =>
    registeredAt !== null && registeredAt <= game.finishedAt;
  if (!isRegistered(x) || !isRegistered(o)) return false;
  return sameNetworkCounts || !(intersects(x.networks, o.networks) || intersects(x.devices, o.devices));
}

const intersects = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((hash) => right.includes(hash));
