import { t } from '@/i18n/i18n.ts';
import { toast } from '@/ui/toast.ts';
import { explainError } from './errors.ts';

/** Says in a toast what went wrong; under `title` where the catalogue has none for it. */
export function tellError(error: unknown, title?: string): void {
  const explained = explainError(error);
  const untitled = explained.title === t('errors.title');
  toast({ title: (untitled && title) || explained.title, description: explained.text, tone: 'error' });
}
