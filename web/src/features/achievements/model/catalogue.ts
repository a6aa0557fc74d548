import { ACHIEVEMENTS } from '@fifteen/domain';
import {
  Crown,
  Flame,
  Gauge,
  Gem,
  type LucideIcon,
  Medal,
  Shield,
  ShieldCheck,
  Slash,
  Star,
  Trophy,
  Undo2,
  Zap,
} from 'lucide-react';

export type Group = keyof typeof ACHIEVEMENTS;
export type AchievementType = (typeof ACHIEVEMENTS)[Group][number];

/** In the order of the list (docs/spec/around-play.md#around-3.2). */
export const groups = Object.entries(ACHIEVEMENTS) as [Group, readonly AchievementType[]][];

export const icons: Record<AchievementType, LucideIcon> = {
  first_win: Medal,
  win_streak_5: Flame,
  win_streak_10: Zap,
  speed_demon: Gauge,
  legend: Star,
  champion: Trophy,
  grandmaster: Crown,
  master_of_diagonals: Slash,
  comeback_king: Undo2,
  veteran_player: Shield,
  ultimate_veteran: ShieldCheck,
  level_100_master: Gem,
};
