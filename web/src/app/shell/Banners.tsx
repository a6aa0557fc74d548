import { CloudOff, Wifi, WifiLow } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { startNetwork, useNetwork } from '@/lib/state/network.ts';
import { cx } from '@/components/ui/cx.ts';
import { UpdateBanner } from './UpdateBanner.tsx';
import styles from './Banners.module.css';

const TabBanner = lazyComponent(async () => (await import('./TabBanner.tsx')).TabBanner);

const variants = {
  back: { icon: Wifi, tone: 'text-ok' },
  slow: { icon: WifiLow, tone: 'text-warn' },
  offline: { icon: CloudOff, tone: 'text-danger' },
} as const;

/**
 * Banners of the app as a whole: the state of the connection, and a waiting new version. That offer is above dialogs,
 * which exempt elements with an explicit `aria-live` from hiding.
 */
export function Banners() {
  useEffect(startNetwork, []);
  return (
    <>
      <NetworkBanner />
      <ConnectionBanner />
      <div role="status" aria-live="polite">
        <UpdateBanner />
      </div>
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
