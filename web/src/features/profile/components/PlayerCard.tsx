import type { PlayerStats, PublicUser } from '@fifteen/contract';
import { WINS_PER_LEVEL } from '@fifteen/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { ProgressBar } from '@/components/ui/ProgressBar.tsx';
import { StatTiles } from '@/components/ui/StatTiles.tsx';

interface PlayerCardProps {
  user: PublicUser;
  stats: PlayerStats;
  actions?: ReactNode;
}

export function PlayerCard({ user, stats, actions }: PlayerCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = [
    [t('home.wins'), format.short(stats.wins, 10_000)],
    [t('home.losses'), format.short(stats.losses, 10_000)],
    [t('home.draws'), format.short(stats.draws, 10_000)],
    [t('home.rate'), format.rate(stats.wins, stats.totalGames)],
    [t('player.current'), format.short(stats.currentWinStreak, 10_000)],
    [t('player.best'), format.short(stats.bestWinStreak, 10_000)],
  ] as const;
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-5">
        <Avatar {...avatarOf(user)} size={96} />
        <div className="grid min-w-0 justify-items-start gap-2">
          <p dir="ltr" className="max-w-full truncate text-14 text-muted">
            @{user.username}
          </p>
          <span className="flex flex-wrap gap-2">
            <Badge>{t('home.level', { level: stats.level })}</Badge>
            {user.isGuest && <Badge>{t('player.guest')}</Badge>}
          </span>
          {stats.coins !== undefined && (
            <p className="numeral flex items-center gap-2 font-semibold">
              <Coin className="size-5" />
              {format.coins(stats.coins)}
              <span className="text-13 font-normal text-muted">{t('player.gold')}</span>
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-2">
        <ProgressBar
          label={t('player.progress', { level: stats.level + 1 })}
          value={1 - stats.winsToNextLevel / WINS_PER_LEVEL}
        />
        <p className="text-14 text-muted">{t('player.toNext', { count: stats.winsToNextLevel })}</p>
      </div>
      <StatTiles stats={figures} />
      <p className="text-14 text-muted">
        {t('player.games', { count: stats.totalGames })} ·{' '}
        {t('player.achievements', { count: stats.achievementsUnlocked })}
      </p>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
