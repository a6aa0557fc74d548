import { CloudOff, RefreshCw, Wifi, WifiLow } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '@/lib/lazily.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { startNetwork, useNetwork } from '@/lib/state/network.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { useUpdate } from './serviceWorker.ts';
import styles from './Banners.module.css';

const TabBanner = lazily(async () => (await import('./TabBanner.tsx')).TabBanner);

const variants = {
  back: { icon: Wifi, tone: 'text-ok' },
  slow: { icon: WifiLow, tone: 'text-warn' },
  offline: { icon: CloudOff, tone: 'text-danger' },
} as const;

/** Banners of the app as a whole: the state of the connection, and a waiting new version. */
export function Banners() {
  useEffect(startNetwork, []);
  return (
    <>
      <NetworkBanner />
      <ConnectionBanner />
      <UpdateBanner />
    </>
  );
}

function NetworkBanner() {
  const { t } = useTranslation();
  const banner = useNetwork((store) => store.banner);
  const { icon: Icon, tone } = variants[banner ?? 'back'];
  return (
    <div role="status">
      {banner && (
        <p className={cx(styles.line, tone)}>
          <Icon aria-hidden size={16} />
          {t(`app.network.${banner}`)}
        </p>
      )}
    </div>
  );
}

/** Offers to reconnect a superseded tab. Its chunk is loaded with that of the socket, after the first page. */
function ConnectionBanner() {
  const isSuperseded = useConnectionStatus(({ status }) => status === 'superseded');
  return (
    <div role="status">
      <Suspense>{isSuperseded && <TabBanner />}</Suspense>
    </div>
  );
}

function UpdateBanner() {
  const { t } = useTranslation();
  const { state, update, dismiss } = useUpdate();
  return (
    <div role="status">
      {state !== 'none' && (
        <div className={cx(styles.update, state === 'leaving' && styles.leaving)}>
          <RefreshCw aria-hidden size={18} className="shrink-0 text-accent" />
          <p className="flex-1 text-14">{t('app.update.text')}</p>
          <Button variant="quiet" onClick={dismiss}>
            {t('app.update.later')}
          </Button>
          <Button variant="primary" onClick={update}>
            {t('app.update.now')}
          </Button>
        </div>
      )}
    </div>
  );
}
