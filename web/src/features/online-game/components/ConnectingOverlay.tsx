import { useTranslation } from 'react-i18next';
import { reconnect } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import styles from './Online.module.css';

/** Covers the board of a game while the connection is lost. */
export function ConnectingOverlay() {
  const { t } = useTranslation();
  const taken = useConnectionStatus((line) => line.status === 'superseded');
  return (
    <div className={styles.connecting}>
      <div role="alert" className={styles.notice}>
        {!taken && <Spinner className="size-6 shrink-0 text-accent" />}
        <div className="min-w-0 flex-[1_1_220px]">
          <p className="font-display font-semibold">
            {t(taken ? 'onlineGame.taken' : 'onlineGame.connecting')}
          </p>
          <p className="text-14 text-muted">{t(taken ? 'app.tabs.text' : 'onlineGame.connectingText')}</p>
        </div>
        {taken && (
          <Button variant="primary" onClick={reconnect}>
            {t('app.tabs.here')}
          </Button>
        )}
      </div>
    </div>
  );
}
