import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { forgetFailures } from '@/lib/lazyComponent.ts';
import { reloadPage } from '@/lib/page.ts';
import { Button } from '@/components/ui/Button.tsx';

/** A second error within this time means that rendering again did not help; milliseconds. */
const RETRY_WINDOW = 10_000;

let lastRetry = -RETRY_WINDOW;

/**
 * Shown when a part of the app throws. Try Again renders it again with the stored state; the second time it reloads the
 * page, which also helps when the files of this version are gone from the server.
 */
export function ErrorScreen({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation();

  function retry(): void {
    const now = performance.now();
    if (now - lastRetry < RETRY_WINDOW) return reloadPage();
    lastRetry = now;
    forgetFailures();
    resetErrorBoundary();
  }

  return (
    <main
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 p-8 text-center"
    >
      <h1 className="font-display text-28 font-semibold">{t('app.error.title')}</h1>
      <p className="max-w-md text-muted">{t('app.error.text')}</p>
      <Button variant="primary" size="lg" className="mbs-4" onClick={retry}>
        {t('app.error.retry')}
      </Button>
    </main>
  );
}
