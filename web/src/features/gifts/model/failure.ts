import { t } from 'i18next';
import type { ApiError } from '@/lib/apiError.ts';
import { type Explanation, explainError } from '@/lib/errors.ts';

/**
 * Explains a failed gift (docs/spec/around-play.md#around-8.2). `mayHaveArrived`: the outcome of an attempt is unknown, and
 * the next one would be another gift.
 */
export function explainFailure(error: ApiError, mayHaveArrived: boolean): Explanation {
  const { title, text } = explainError(error, { fallback: 'gifts.failedText' });
  const isGeneral = error.code === 'NETWORK' || title === t('errors.title');
  return {
    title: isGeneral ? t('gifts.failed') : title,
    text: mayHaveArrived ? t('gifts.earlierText') : text,
  };
}
