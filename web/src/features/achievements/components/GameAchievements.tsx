import { useTranslation } from 'react-i18next';
import { AchievementMedal } from '@/components/achievements/AchievementMedal.tsx';
import { isAchievement } from '@/components/achievements/catalogue.ts';
import { Reward } from '@/components/game-view/Reward.tsx';
import { useGameAchievements } from '../model/unlocked.ts';

/** The achievements that a game brought, each with its medal. */
export function GameAchievements({ gameId }: { gameId: string }) {
  const { t } = useTranslation();
  const unlocked = useGameAchievements();
  if (unlocked.gameId !== gameId) return null;
  return unlocked.types
    .filter(isAchievement)
    .map((type) => (
      <Reward
        key={type}
        picture={<AchievementMedal type={type} />}
        title={t('achievements.notification')}
        text={t(`achievements.items.${type}.name`)}
      />
    ));
}
