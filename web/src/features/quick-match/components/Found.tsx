import type { PlayerInfo } from '@fifteen/contract';
import { isBot } from '@fifteen/domain';
import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/ui/Avatar.tsx';
import styles from './Match.module.css';

/** Shows the opponent before the game starts. A computer is announced as such. */
export function Found({ opponent, bet }: { opponent: PlayerInfo | null; bet: number }) {
  const { t } = useTranslation();
  const name = opponent?.displayName ?? t('quickMatch.opponent');
  const computer = opponent !== null && isBot(opponent.id);
  return (
    <div role="status" className={styles.versus}>
      <Avatar
        name={name}
        src={opponent?.profileImageUrl}
        icon={computer ? <Bot size={44} /> : undefined}
        frame={opponent?.activeFrameId}
        border={opponent?.selectedAchievementBorder}
        size={96}
        glow
      />
      <p className="font-display text-20 font-semibold">{name}</p>
      {opponent && !computer && (
        <p className="text-14 text-muted">{t('home.level', { level: opponent.level })}</p>
      )}
      <p className="text-14">
        {computer && t('quickMatch.foundComputer')}
        {!computer && (bet > 0 ? t('quickMatch.foundBet', { count: bet }) : t('quickMatch.foundFriendly'))}
      </p>
    </div>
  );
}
