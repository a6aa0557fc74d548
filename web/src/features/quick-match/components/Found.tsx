import type { PlayerInfo } from '@fifteen/contract';
import { isBot } from '@fifteen/domain';
import { Bot } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import styles from './Match.module.css';

/** Shows and announces the opponent before the game starts. A computer is announced as such. */
export function Found({ opponent, bet }: { opponent: PlayerInfo | null; bet: number }) {
  const { t } = useTranslation();
  const name = opponent?.displayName ?? t('quickMatch.opponent');
  const computer = opponent !== null && isBot(opponent.id);
  const foundText = bet > 0 ? t('quickMatch.foundBet', { count: bet }) : t('quickMatch.foundFriendly');
  const text = computer ? t('quickMatch.foundComputer') : foundText;
  const announced = opponent && `${t('quickMatch.foundName', { name })} ${text}`;
  useEffect(() => {
    if (announced) announce(announced);
  }, [announced]);
  return (
    <div className={styles.versus}>
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
      <p className="text-14">{text}</p>
    </div>
  );
}
