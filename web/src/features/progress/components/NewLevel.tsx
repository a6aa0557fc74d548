import type { LevelUp } from '@fifteen/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Reward } from '@/components/game-view/Reward.tsx';
import { seenLevelUp, useLevelUp } from '../api.ts';
import { LevelBadge } from './LevelBadge.tsx';

/** The level that the last game brought, in its result; it counts as seen there. */
export function NewLevel() {
  const { t } = useTranslation();
  const pending = useLevelUp();
  const [shown, setShown] = useState<LevelUp | null>(null);
  if (pending && pending.id !== shown?.id) setShown(pending);
  useEffect(() => {
    if (shown) void seenLevelUp(shown);
  }, [shown]);
  if (!shown) return null;
  return (
    <Reward
      picture={<LevelBadge level={shown.newLevel} className="size-12 shrink-0" />}
      title={t('progress.levelUp.title')}
      text={t('home.level', { level: shown.newLevel })}
    />
  );
}
