import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { reconnect } from '@/lib/realtime/connection.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import styles from './Banners.module.css';

/** Says that too many tabs are open, so that the server closed the connection of this one, and offers to reconnect it. */
export function TabBanner() {
  const { t } = useTranslation();
  return (
    <div ref={focusBoardAfter} className={cx(styles.line, styles.asking)}>
      <Layers aria-hidden size={16} className="shrink-0 text-warn" />
      <p>{t('app.tabs.text')}</p>
      <Button variant="primary" onClick={reconnect}>
        {t('app.tabs.here')}
      </Button>
    </div>
  );
}
