import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import styles from './Countdown.module.css';

/** "Starting new game…" over the whole screen, with the number in the middle. */
export function Countdown({ value }: { value: number }) {
  const { t } = useTranslation();
  const text = t('gameView.starting');
  useEffect(() => announce(text), [text]);
  return (
    <div className={styles.overlay}>
      <p className="font-display text-20 text-muted">{text}</p>
      <p key={value} aria-hidden className={styles.numeral}>
        {value}
      </p>
    </div>
  );
}
