import type { User } from '@fifteen/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { cx } from '@/components/ui/cx.ts';
import styles from './StatsCard.module.css';

const figures = ['wins', 'losses', 'draws', 'total'] as const;

interface StatsCardProps {
  user: User;
  /** Content under the figures. */
  children?: ReactNode;
}

/** The record of online games. Before the first one, it explains how to start instead of showing zeros. */
export function StatsCard({ user, children }: StatsCardProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="stats-title" className={styles.stats}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="stats-title" className="font-display text-14 font-semibold">
          {t('home.stats')}
        </h2>
        <Link
          to="/games"
          className="-me-3 inline-flex min-h-11 items-center rounded-control px-3 text-14 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('home.menu.games')}
        </Link>
      </div>
      {user.totalGames > 0 ? (
        <Figures user={user} />
      ) : (
        <p className="text-14 text-muted">{t('home.noGames')}</p>
      )}
      {children}
    </section>
  );
}

function Figures({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { wins, losses, draws, totalGames: total, currentWinStreak } = user;
  const values = { wins, losses, draws, total };
  return (
    <>
      <div aria-hidden className={styles.parts}>
        {(['wins', 'draws', 'losses'] as const).map(
          (part) =>
            values[part] > 0 && <span key={part} data-part={part} style={{ flexGrow: values[part] }} />,
        )}
      </div>
      <dl className="mbs-2 grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-2 max-tablet:grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))]">
        {figures.map((figure) => (
          <Figure key={figure} label={t(`home.${figure}`)} value={format.short(values[figure], 10_000)} />
        ))}
        <Figure phone label={t('home.streak')} value={format.short(currentWinStreak)} />
        <Figure phone label={t('home.rate')} value={format.rate(wins, wins + losses)} />
      </dl>
    </>
  );
}

/** A figure; with `phone`, one that the top bar shows where it has the width. */
function Figure({ phone = false, label, value }: { phone?: boolean; label: string; value: string }) {
  return (
    <div className={cx('flex min-w-0 flex-col-reverse', phone && 'tablet:hidden')}>
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="numeral text-20 leading-tight font-semibold">{value}</dd>
    </div>
  );
}
