import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useOnlineGame } from '../model/store.ts';
import styles from './Online.module.css';

/**
 * Says that the server plays for the user after a missed turn, and offers to take control. Without a connection it
 * offers nothing: the request would not reach the server.
 */
export function AutoPlayBanner() {
  const { t } = useTranslation();
  const takeControl = useOnlineGame((store) => store.takeControl);
  const down = useConnectionStatus((line) => line.status !== 'open');
  return (
    <div ref={focusBoardAfter} role="alert" className={styles.banner}>
      <Bot aria-hidden size={20} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">{t('onlineGame.autoPlay')}</p>
      <Button variant="primary" disabled={down} onClick={takeControl}>
        {t('onlineGame.takeControl')}
      </Button>
    </div>
  );
}
