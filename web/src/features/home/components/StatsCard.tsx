import type { User } from '@fifteen/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { Card } from '@/components/ui/Card.tsx';

const figures = ['wins', 'losses', 'draws', 'total'] as const;

interface StatsCardProps {
  user: User;
  /** What stands under the figures. */
  children?: ReactNode;
}

/** The online record: games against players. */
export function StatsCard({ user, children }: StatsCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const values = { wins: user.wins, losses: user.losses, draws: user.draws, total: user.totalGames };
  return (
    <Card aria-labelledby="stats-title">
      <div className="flex items-center justify-between gap-4">
        <h2 id="stats-title" className="text-14 font-semibold text-muted">
          {t('home.stats')}
        </h2>
        <Link
          to="/games"
          className="-m-3 inline-flex min-h-11 items-center rounded-control px-3 text-14 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('home.menu.games')}
        </Link>
      </div>
      <dl className="mbs-3 grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-2">
        {figures.map((figure) => (
          <div key={figure} className="flex min-w-0 flex-col-reverse">
            <dt className="text-13 text-muted">{t(`home.${figure}`)}</dt>
            <dd className="numeral text-28 leading-tight font-light">
              {format.short(values[figure], 10_000)}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  );
}
