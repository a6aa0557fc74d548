import { type ParseKeys, t } from 'i18next';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';

/** Whether a call got no response. */
export const isSilent = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * Returns the message of a form for a failed call (docs/spec/play.md#play-8.2): for a network error, for a server
 * error, or the reason of the server.
 * @param failed key of the text for a server error
 * @param network key of the text for a missing response
 */
export function failureText(error: unknown, failed: ParseKeys, network: ParseKeys): string {
  if (isSilent(error)) return t(network);
  if (error instanceof ApiError && error.status >= 500) return t(failed);
  return explainError(error, { fallback: failed }).text;
}
