import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { explainError } from '@/lib/errors.ts';

interface HistoryFailedProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Games that failed to load: the reason and a retry. */
export function HistoryFailed({ error, busy, onRetry }: HistoryFailedProps) {
  const { t } = useTranslation();
  return (
    <Notice alert title={t('common.notLoaded')} text={explainError(error).text}>
      <Button variant="primary" busy={busy} onClick={onRetry}>
        {t('app.error.retry')}
      </Button>
    </Notice>
  );
}
