import { t } from 'i18next';
import { toast } from '@/lib/toast.ts';
import { ApiError } from './apiError.ts';
import { explainError } from './errors.ts';

interface Wording {
  /** Title for errors without one in the catalogue. */
  title?: string;
  /** Shows the HTTP status of an unknown error (docs/spec/around-play.md#around-8.2). */
  status?: true;
}

/** Shows an error in a toast. */
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
