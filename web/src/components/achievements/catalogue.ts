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
import type { ACHIEVEMENTS } from '@fifteen/domain';

export type AchievementType = (typeof ACHIEVEMENTS)[keyof typeof ACHIEVEMENTS][number];

/** The drawing of an achievement: its icon on a disc of metal. */
interface MedalDrawing {
  readonly icon: LucideIcon;
  readonly metal: 'bronze' | 'silver' | 'gold';
}

const drawings: Record<AchievementType, MedalDrawing> = {
  first_win: { icon: Medal, metal: 'bronze' },
  win_streak_5: { icon: Flame, metal: 'bronze' },
  win_streak_10: { icon: Zap, metal: 'silver' },
  speed_demon: { icon: Gauge, metal: 'bronze' },
  legend: { icon: Star, metal: 'silver' },
  champion: { icon: Trophy, metal: 'gold' },
  grandmaster: { icon: Crown, metal: 'gold' },
  master_of_diagonals: { icon: Slash, metal: 'bronze' },
  comeback_king: { icon: Undo2, metal: 'silver' },
  veteran_player: { icon: Shield, metal: 'silver' },
  ultimate_veteran: { icon: ShieldCheck, metal: 'gold' },
  level_100_master: { icon: Gem, metal: 'gold' },
};

/** Whether a type is known; a newer server may send others. */
export const isAchievement = (type: string): type is AchievementType => Object.hasOwn(drawings, type);

export const drawingOf = (type: AchievementType): MedalDrawing => drawings[type];
