import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

/** Content that is loading: a spinner, and a text that screen readers find. */
export function Loading({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <p role="status" className={cx('flex items-center justify-center gap-3 text-muted', className)}>
      <Spinner className="size-5 shrink-0 text-accent" />
      {t('common.loading')}
    </p>
  );
}
