import type { Ended } from './ended.ts';
import type { WeekRules } from './parts.ts';

/** What is known of a player at the end of a game. Network and device are hashes, empty when not known. */
export interface Player {
  readonly registeredAt: Date | null;
  readonly network: string;
  readonly device: string;
}

/** A game that somebody left counts from this ply on. */
const PLIES_BEFORE_ABANDONMENT = 6;

/**
 * Whether a game is one of its week (reliability 1.8): between two registered people who are not at the same place or
 * device, and not left before it was one. How often a pair counts is another question (`weekly.ts`).
 */
export function counts(game: Ended, x: Player, o: Player, { sameNetworkCounts }: WeekRules): boolean {
  if (game.condition === 'expired') return false;
  if (game.condition === 'abandonment' && game.plies < PLIES_BEFORE_ABANDONMENT) return false;
  const registered = ({ registeredAt }: Player): boolean =>
    registeredAt !== null && registeredAt <= game.finishedAt;
  if (!registered(x) || !registered(o)) return false;
  return sameNetworkCounts || !(same(x.network, o.network) || same(x.device, o.device));
}

const same = (one: string, other: string): boolean => one !== '' && one === other;
