import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { useSecondsSince } from '@/lib/useSecondsSince.ts';
import { ProgressBar } from '@/components/ui/ProgressBar.tsx';
import { progressAt } from '../model/search.ts';
import styles from './Match.module.css';

/** A running search: seconds, bar and hint. The store announces it at 0, 10 and 25 s only. */
export function Searching({ since, friendly }: { since: number; friendly: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = Math.max(0, useSecondsSince(since));
  const { part, warning, hint } = progressAt(seconds * 1_000);
  return (
    <div className="grid gap-4 text-center">
      <div className={styles.radar}>
        <PieceIcon side="X" />
        <PieceIcon side="O" />
        <span role="timer" aria-label={t('quickMatch.timer')} className={`numeral ${styles.seconds}`}>
          {format.clock(seconds)}
        </span>
      </div>
      <p className="font-display font-semibold">{t(`quickMatch.hint.${hint}`)}</p>
      <ProgressBar label={t('quickMatch.progress')} value={part} tone={warning ? 'warn' : 'accent'} />
      <p className="min-h-11 text-14 text-muted">
        {warning
          ? t(friendly ? 'quickMatch.almost' : 'quickMatch.almostStake')
          : t('quickMatch.average', { from: 10, to: 30 })}
      </p>
    </div>
  );
}
