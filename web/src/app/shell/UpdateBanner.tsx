import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { startServiceWorker, useUpdate } from './serviceWorker.ts';
import styles from './Banners.module.css';

/** Starts the service worker, and offers the new version that waits in it. */
export function UpdateBanner() {
  const { t } = useTranslation();
  const { state, update, dismiss } = useUpdate();
  useEffect(() => startServiceWorker(), []);
  if (state === 'none') return null;
  return (
    <div
      ref={focusBoardAfter}
      data-above-dialogs
      inert={state === 'leaving'}
      className={cx(styles.update, state === 'leaving' && styles.leaving)}
    >
      <RefreshCw aria-hidden size={18} className="shrink-0 text-accent" />
      <p className="flex-1 text-14">{t('app.update.text')}</p>
      <Button variant="quiet" onClick={dismiss}>
        {t('app.update.later')}
      </Button>
      <Button variant="primary" onClick={update}>
        {t('app.update.now')}
      </Button>
    </div>
  );
}
