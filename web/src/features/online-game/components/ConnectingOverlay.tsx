import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { reconnect } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import styles from './Online.module.css';

/** Covers the board of a game or room while the connection is lost. */
export function ConnectingOverlay() {
  const { t } = useTranslation();
  const isSuperseded = useConnectionStatus(({ status }) => status === 'superseded');
  return (
    <div className={styles.connecting}>
      <div role="alert" className={styles.notice}>
        {!isSuperseded && <Spinner className="size-6 shrink-0 text-accent" />}
        <div className="min-w-0 flex-[1_1_220px]">
          <p className="font-display font-semibold">
            {t(isSuperseded ? 'onlineGame.taken' : 'onlineGame.connecting')}
          </p>
          <p className="text-14 text-muted">
            {t(isSuperseded ? 'app.tabs.text' : 'onlineGame.connectingText')}
          </p>
        </div>
        {isSuperseded && (
          <Button ref={focusBoardAfter} variant="primary" onClick={reconnect}>
            {t('app.tabs.here')}
          </Button>
        )}
      </div>
    </div>
  );
}
