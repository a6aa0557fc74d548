import { catalogueError } from '@fifteen/contract';
import { isAppError } from '@fifteen/runtime';

/** Returns one line about an error for the operator of a script: the code and text of an expected error, with its reason. */
export function explainError(error: unknown): string {
  if (!isAppError(error)) return error instanceof Error ? error.message : String(error);
  const { message } = catalogueError(error.code, error.details);
  const { reason } = error.details;
  return `${error.code}: ${message}${reason && !message.includes(reason) ? ` (${reason})` : ''}`;
}
