import { type ParseKeys, t } from 'i18next';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';

/** Whether the call never got an answer. */
export const isSilent = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * What a form says when its call failed (docs/spec/play.md#play-8.2): its own sentence for a dead network, its own for trouble of
 * the server, and else what the server rejected it for.
 * @param failed key of the sentence for "it did not work"
 * @param network key of the sentence for "the server did not answer"
 */
export function failureText(error: unknown, failed: ParseKeys, network: ParseKeys): string {
  if (isSilent(error)) return t(network);
  if (error instanceof ApiError && error.status >= 500) return t(failed);
  return explainError(error, { fallback: failed }).text;
}
