import { useTranslation } from 'react-i18next';
import styles from './PendingBar.module.css';

/** A line at the top of the window while the code of a pressed link or dialog is loaded; from 300 ms on. */
export function PendingBar() {
  const { t } = useTranslation();
  return <div role="progressbar" aria-label={t('common.loading')} className={styles.bar} />;
}
