import { useTranslation } from 'react-i18next';
import { Spinner } from '@/ui/Spinner.tsx';
import styles from './Online.module.css';

/** The line is down in a game: the board stays where it is, and this stands over it. */
export function ConnectingOverlay() {
  const { t } = useTranslation();
  return (
    <div className={styles.connecting}>
      <div role="alert" className={styles.notice}>
        <Spinner className="size-6 shrink-0 text-accent" />
        <div>
          <p className="font-display font-semibold">{t('online.connecting')}</p>
          <p className="text-14 text-muted">{t('online.connectingText')}</p>
        </div>
      </div>
    </div>
  );
}
