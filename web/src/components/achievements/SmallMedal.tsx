import { AchievementMedal } from './AchievementMedal.tsx';
import { isAchievement } from './catalogue.ts';

/** The medal beside a name; nothing for a type that this version does not know. */
export function SmallMedal({ type }: { type: string }) {
  return isAchievement(type) ? <AchievementMedal type={type} small className="size-5!" /> : null;
}
