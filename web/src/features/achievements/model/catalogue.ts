import { ACHIEVEMENTS } from '@fifteen/domain';
import type { AchievementType } from '@/components/achievements/catalogue.ts';

export type Group = keyof typeof ACHIEVEMENTS;

/** In the order of the list (docs/spec/around-play.md#around-3.2). */
export const groups = Object.entries(ACHIEVEMENTS) as [Group, readonly AchievementType[]][];
