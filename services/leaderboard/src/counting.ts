import type { Ended } from './ended.ts';
import type { WeekRules } from './parts.ts';

/** What is known of a player at the end of a game: hashes of the networks and devices that they played it with. */
export interface Player {
  readonly registeredAt: Date | null;
  readonly networks: readonly string[];
  readonly devices: readonly string[];
}

/** A game that somebody left counts from this ply on. */
const PLIES_BEFORE_ABANDONMENT = 6;

/**
 * Returns whether a game counts for its week (reliability 1.8): both players are registered, have no network or device in
 * common, and did not leave it too early. How often a pair counts is decided in `weekly.ts`.
 */
export function counts(game: Ended, x: Player, o: Player, { sameNetworkCounts }: WeekRules): boolean {
  if (game.condition === 'expired') return false;
  if (game.condition === 'abandonment' && game.plies < PLIES_BEFORE_ABANDONMENT) return false;
  const registered = ({ registeredAt }: Player): boolean =>
    registeredAt !== null && registeredAt <= game.finishedAt;
  if (!registered(x) || !registered(o)) return false;
  return sameNetworkCounts || !(share(x.networks, o.networks) || share(x.devices, o.devices));
}

const share = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((hash) => others.includes(hash));
