import type { ACHIEVEMENTS } from '@fifteen/domain';
import type { Achievement } from '@fifteen/contract';
import type { Achievement as Unlocked } from '@fifteen/proto/leaderboard';

type Type = (typeof ACHIEVEMENTS)[keyof typeof ACHIEVEMENTS][number];

/**
 * English names of the achievements (docs/spec/around-play.md#around-3.2). Clients translate the types that they know.
 */
const CATALOGUE: Readonly<Record<Type, { name: string; description: string; icon: string }>> = {
  first_win: { name: 'First Victory', description: 'Win your first game', icon: '🏆' },
  win_streak_5: { name: 'Win Streak Master', description: 'Win 5 games in a row', icon: '🔥' },
  win_streak_10: { name: 'Unstoppable', description: 'Win 10 games in a row', icon: '⚡' },
  master_of_diagonals: { name: 'Master of Diagonals', description: 'Win 3 games diagonally', icon: '📐' },
  speed_demon: { name: 'Speed Demon', description: 'Win 20 games', icon: '🏎️' },
  veteran_player: { name: 'Veteran Player', description: 'Play 100 games', icon: '🎖️' },
  comeback_king: { name: 'Comeback King', description: 'Win after losing 5 games in a row', icon: '👑' },
  legend: { name: 'Legend', description: 'Win 50 games', icon: '🌟' },
  champion: { name: 'Champion', description: 'Win 100 games', icon: '🏅' },
  grandmaster: { name: 'Grandmaster', description: 'Win 200 games', icon: '💎' },
  ultimate_veteran: { name: 'Ultimate Veteran', description: 'Play 500 games', icon: '🛡️' },
  level_100_master: { name: 'Level 100 Master', description: 'Reach level 100', icon: '💯' },
};

/**
 * Returns an achievement for browsers. Its id is its type, which is also the name of a type newer than this gateway.
 */
export function toAchievement({ type, unlockedAt }: Unlocked): Achievement {
  const known = CATALOGUE[type as Type] ?? { name: type, description: type, icon: '🏆' };
  return {
    ...{ id: type, achievementType: type, achievementName: known.name },
    ...{ description: known.description, icon: known.icon },
    unlockedAt: (unlockedAt ?? new Date(0)).toISOString(),
  };
}
