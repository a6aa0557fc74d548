import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';

interface PlayersFailedProps {
  busy: boolean;
  onRetry: () => void;
}

/** Online players that failed to load: a sentence and a retry. */
export function PlayersFailed({ busy, onRetry }: PlayersFailedProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-4 text-center">
      <p>{t('common.notLoaded')}</p>
      <Button busy={busy} onClick={onRetry}>
        {t('app.error.retry')}
      </Button>
    </div>
  );
}
