import type { PlayerInfo } from '@fifteen/contract';
import { useTranslation } from '@/i18n/i18n.ts';
import { AvatarRing } from '@/ui/AvatarRing.tsx';
import styles from './Match.module.css';

/** Somebody is there; the game follows by itself. */
export function Found({ opponent, bet }: { opponent: PlayerInfo | null; bet: number }) {
  const { t } = useTranslation();
  const name = opponent?.displayName ?? t('matchmaking.opponent');
  return (
    <div role="status" className={styles.versus}>
      <AvatarRing
        name={name}
        src={opponent?.profileImageUrl}
        frame={opponent?.activeFrameId}
        border={opponent?.selectedAchievementBorder}
        size={96}
        glow
      />
      <p className="font-display text-20 font-semibold">{name}</p>
      {opponent && <p className="text-14 text-muted">{t('home.level', { level: opponent.level })}</p>}
      <p className="text-14">
        {bet > 0 ? t('matchmaking.foundBet', { count: bet }) : t('matchmaking.foundFriendly')}
      </p>
    </div>
  );
}
