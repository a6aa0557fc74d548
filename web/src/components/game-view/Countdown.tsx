import { useTranslation } from 'react-i18next';
import styles from './Countdown.module.css';

/** "Starting new game…" over the whole screen, with the number in the middle. */
export function Countdown({ value }: { value: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.overlay}>
      <p role="status" className="font-display text-20 text-muted">
        {t('gameView.starting')}
      </p>
      <p key={value} aria-hidden className={styles.numeral}>
        {value}
      </p>
    </div>
  );
}
