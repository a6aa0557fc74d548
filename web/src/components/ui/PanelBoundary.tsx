import type { ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { queryClient } from '@/lib/queryClient.ts';
import { Button } from './Button.tsx';

/** The data that the content failed with: nothing on the page uses them any more. */
const forgetUnusedData = (): void => queryClient.removeQueries({ type: 'inactive' });

/** Confines an error to a panel: a response that its content cannot render leaves the rest of the page as it is. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={PanelError} onReset={forgetUnusedData}>
      {children}
    </ErrorBoundary>
  );
}

function PanelError({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-8 text-center">
      <p>{t('app.error.title')}</p>
      <Button onClick={resetErrorBoundary}>{t('app.error.retry')}</Button>
    </div>
  );
}
