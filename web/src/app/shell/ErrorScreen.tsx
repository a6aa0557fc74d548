import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';

/** When a part of the app has broken. Try Again draws it anew, with whatever state was kept. */
export function ErrorScreen({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation();
  return (
    <main
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 p-8 text-center"
    >
      <h1 className="font-display text-28 font-semibold">{t('app.error.title')}</h1>
      <p className="max-w-md text-muted">{t('app.error.text')}</p>
      <Button look="primary" size="lg" className="mbs-4" onClick={resetErrorBoundary}>
        {t('app.error.retry')}
      </Button>
    </main>
  );
}
