import type { AchievementType } from './achievements.ts';
import { levelOf, type Tally } from './record.ts';

/** Achievements whose border can be chosen once they are unlocked (around-play 3). */
export const SELECTABLE = [
  'legend',
  'champion',
  'grandmaster',
  'ultimate_veteran',
  'level_100_master',
] as const satisfies AchievementType[];

/** What a caller chooses to wear the default of the record again. */
export const AUTOMATIC = 'automatic';

/** What is written down for who has chosen to wear none. */
export const NONE = 'none';

/** What somebody wears who has chosen nothing; empty for nothing (around-play 9). */
export function defaultBorder({ wins, games }: Pick<Tally, 'wins' | 'games'>): AchievementType | '' {
  if (levelOf(wins) >= 100) return 'level_100_master';
  if (games >= 500) return 'ultimate_veteran';
  if (wins >= 200) return 'grandmaster';
  if (wins >= 100) return 'champion';
  if (wins >= 50) return 'legend';
  return games >= 100 ? 'veteran_player' : '';
}
