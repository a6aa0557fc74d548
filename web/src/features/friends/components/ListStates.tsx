import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { explainError } from '@/lib/errors.ts';
import { Button } from '@/components/ui/Button.tsx';

interface EmptyListProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Actions of the user. */
  children?: ReactNode;
}

/** An empty list, and how to fill it. */
export function EmptyList({ icon, title, text, children }: EmptyListProps) {
  return (
    <div className="grid h-full content-center justify-items-center gap-2 py-8 text-center">
      <span aria-hidden className="mbe-2 text-muted [&>svg]:size-9 [&>svg]:stroke-[1.5]">
        {icon}
      </span>
      <p className="font-display font-semibold">{title}</p>
      <p className="max-w-72 text-14 text-balance text-muted">{text}</p>
      {children && <div className="mbs-3">{children}</div>}
    </div>
  );
}

interface FailedProps {
  title: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** A list that failed to load: the reason and a retry. */
export function Failed({ title, error, busy, onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid h-full content-center justify-items-center gap-2 py-8 text-center">
      <p className="font-display font-semibold">{title}</p>
      <p className="max-w-72 text-14 text-balance text-muted">{explainError(error).text}</p>
      <Button className="mbs-3" busy={busy} onClick={onRetry}>
        {t('app.error.retry')}
      </Button>
    </div>
  );
}

/** The next rows of a list failed to load: the reason and a retry in the place of the rows. */
export function FailedPage({ title, error, busy, onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-14">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p>{title}</p>
        <p className="text-muted">{explainError(error).text}</p>
      </div>
      <Button busy={busy} onClick={onRetry}>
        {t('app.error.retry')}
      </Button>
    </div>
  );
}

/** Placeholders of rows that are loading. */
export function Loading({ text }: { text: string }) {
  return (
    <div role="status" aria-busy className="grid gap-1">
      <span className="sr-only">{text}</span>
      {Array.from({ length: 5 }, (_, index) => (
        <span key={index} className="flex h-16 animate-pulse items-center gap-3">
          <span className="size-10 rounded-chip bg-raised" />
          <span className="h-4 w-36 rounded-chip bg-raised" />
        </span>
      ))}
    </div>
  );
}
