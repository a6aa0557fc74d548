import type { LevelUp } from '@fifteen/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Reward } from '@/components/game-view/Reward.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { seenLevelUp, useLevelUp } from '../api.ts';

/** The level that the last game brought, in its result; it counts as seen there. */
export function NewLevel() {
  const { t } = useTranslation();
  const format = useFormat();
  const pending = useLevelUp();
  const [shown, setShown] = useState<LevelUp | null>(null);
  if (pending && pending.id !== shown?.id) setShown(pending);
  useEffect(() => {
    if (shown) void seenLevelUp(shown);
  }, [shown]);
  if (!shown) return null;
  return (
    <Reward
      picture={
        <svg aria-hidden viewBox="0 0 48 48" className="size-12 shrink-0">
          <path
            d="M24 2.5 42.6 13v22L24 45.5 5.4 35V13z"
            fill="color-mix(in oklab, var(--win) 20%, transparent)"
            stroke="var(--win)"
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
          <text x="24" y="30" textAnchor="middle" fill="var(--text)" className="numeral text-16 font-bold">
            {format.number(shown.newLevel)}
          </text>
        </svg>
      }
      title={t('progress.levelUp.title')}
      text={t('home.level', { level: shown.newLevel })}
    />
  );
}
