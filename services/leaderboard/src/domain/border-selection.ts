import type { AchievementType } from './achievements.ts';
import { levelOf, type PlayerStats } from './player-stats.ts';

/** Request value that returns to the default border of the record. */
export const AUTOMATIC_BORDER = 'automatic';

/** Stored value of a player who selected to have no border. */
export const NO_BORDER = 'none';

/** Returns the border of a player who selected nothing; empty for none (docs/spec/around-play.md#around-3.2). */
export function defaultBorder({ wins, games }: Pick<PlayerStats, 'wins' | 'games'>): AchievementType | '' {
  if (levelOf(wins) >= 100) return 'level_100_master';
  if (games >= 500) return 'ultimate_veteran';
  if (wins >= 200) return 'grandmaster';
  if (wins >= 100) return 'champion';
  if (wins >= 50) return 'legend';
  return games >= 100 ? 'veteran_player' : '';
}
