import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useNow } from '@/lib/useNow.ts';

/** That a player's line is down, and for how long by now. */
export function OfflineTimer({ since }: { since: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(1000);
  return (
    <span className="text-warn">{t('onlineGame.awayFor', { time: format.clock((now - since) / 1000) })}</span>
  );
}
