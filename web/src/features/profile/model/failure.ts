import { t } from 'i18next';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { toast } from '@/lib/toast.ts';
import { PictureError, type PictureProblem } from './picture.ts';

/** Returns the text of an error that the server found in a picture, in the words of the page's own checks. */
const rejected: Readonly<Record<string, PictureProblem>> = {
  PICTURE_TYPE: 'type',
  PICTURE_TOO_LARGE: 'size',
  PICTURE_INVALID: 'read',
};

function problemOf(error: unknown): PictureProblem | undefined {
  if (error instanceof PictureError) return error.problem;
  return error instanceof ApiError ? rejected[error.code] : undefined;
}

/** Says why a picture cannot be one, or why a profile was not saved. */
export function notifyFailure(error: unknown): void {
  const problem = problemOf(error);
  const { title, text } = problem
    ? { title: t(`profile.picture.${problem}.title`), text: t(`profile.picture.${problem}.text`) }
    : explainError(error, { fallback: 'profile.failed' });
  toast({ title, description: text, tone: 'error' });
}
