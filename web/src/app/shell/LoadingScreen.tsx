import { useTranslation } from 'react-i18next';
import { Wordmark } from '@/components/brand/Wordmark.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';

/** Shown after the splash until the session is known, and while the code of a page is loaded. */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto] place-items-center gap-8 p-8" aria-busy>
      <div className="grid justify-items-center gap-8">
        <Wordmark className="h-8 text-text" />
        <Spinner className="size-6 text-accent" />
        <p role="status" className="sr-only">
          {t('app.loading')}
        </p>
      </div>
      <p className="text-13 text-muted">{t('app.credit')}</p>
    </main>
  );
}
