import { Bot } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useOnlineGame } from '../model/store.ts';
import styles from './Online.module.css';

/** The request can be repeated after this time without a response; milliseconds. */
const RESPONSE_WITHIN = 5_000;

/**
 * Says that the server plays for the user after a missed turn, and offers to take control. Without a connection it
 * offers nothing: the request would not reach the server.
 */
export function AutoPlayBanner() {
  const { t } = useTranslation();
  const takeControl = useOnlineGame((store) => store.takeControl);
  const down = useConnectionStatus((connection) => connection.status !== 'open');
  const [isSent, setSent] = useState(false);
  // An alert says why the server rejected the request.
  const hasAlert = useAlert((store) => store.current !== null);
  if (isSent && (down || hasAlert)) setSent(false);
  useEffect(() => {
    if (!isSent) return undefined;
    const repeatable = setTimeout(() => setSent(false), RESPONSE_WITHIN);
    return () => clearTimeout(repeatable);
  }, [isSent]);
  function press(): void {
    setSent(true);
    takeControl();
  }
  return (
    <div ref={focusBoardAfter} role="alert" className={styles.banner}>
      <Bot aria-hidden size={20} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">{t('onlineGame.autoPlay')}</p>
      <Button variant="primary" busy={isSent} disabled={down} onClick={press}>
        {t('onlineGame.takeControl')}
      </Button>
    </div>
  );
}
