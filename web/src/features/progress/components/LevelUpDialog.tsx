import type { LevelUp, User } from '@fifteen/contract';
import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { LevelBadge } from './LevelBadge.tsx';
import styles from './Progress.module.css';

interface LevelUpDialogProps {
  user: User;
  levelUp: LevelUp;
  /** Shows confetti. */
  celebrate: () => void;
  onClose: () => void;
}

/** Announces a new level (docs/spec/around-play.md#around-2.8), and the next one. */
export function LevelUpDialog({ user, levelUp, celebrate, onClose }: LevelUpDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, newLevel, previousLevel } = levelUp;
  useEffect(celebrate, [id, celebrate]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('progress.levelUp.title')}
      description={t('progress.levelUp.text', { name: user.displayName, level: newLevel })}
      footer={
        <Button variant="primary" size="lg" className="flex-1" onClick={onClose}>
          {t('progress.levelUp.go')}
        </Button>
      }
    >
      <div className="grid justify-items-center gap-1 pb-2">
        <div key={id} className={styles.stage}>
          <span className={styles.newLevel}>
            <LevelBadge level={newLevel} className="size-32" />
          </span>
          <span className={styles.holder}>
            <Avatar {...avatarOf(user)} size={64} />
          </span>
        </div>
        <p className={styles.levels}>
          <span className="sr-only">{t('progress.levelUp.from', { level: previousLevel })}</span>
          <span aria-hidden className="numeral">
            {format.number(previousLevel)}
          </span>
          <ArrowRight aria-hidden size={18} className="rtl:-scale-x-100" />
          <span aria-hidden className="numeral text-text">
            {format.number(newLevel)}
          </span>
        </p>
      </div>
    </Dialog>
  );
}
