import { t } from 'i18next';
import { toast } from '@/lib/toast.ts';
import { ApiError } from './apiError.ts';
import { explainError } from './errors.ts';

interface Wording {
  /** Stands where the catalogue has no title for the error. */
  title?: string;
  /** Shows the HTTP status where nothing else is known of the error (docs/spec/around-play.md#around-8.2). */
  status?: true;
}

/** Shows in a toast what went wrong. */
export function notifyError(error: unknown, { title, status }: Wording = {}): void {
  const explained = explainError(error);
  const untitled = explained.title === t('errors.title');
  const unknown = explained.text === t('errors.generic') && error instanceof ApiError && error.status > 0;
  toast({
    title: (untitled && title) || explained.title,
    description: status && unknown ? `HTTP ${error.status}` : explained.text,
    tone: 'error',
  });
}
