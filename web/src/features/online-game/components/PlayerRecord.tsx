import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { isolate } from '@/lib/i18n/isolate.ts';
import { recordOf } from '../model/records.ts';
import styles from './Online.module.css';

/** Wins, losses and draws of a player, in a strip that has room for them. */
export function PlayerRecord({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(recordOf(userId));
  if (!data) return null;
  return (
    <span className={styles.record}>
      <span className="sr-only">{t('leaderboard.page.record')}</span>
      <span className="numeral">
        {[data.wins, data.losses, data.draws].map((count) => isolate(format.short(count))).join('–')}
      </span>
    </span>
  );
}
