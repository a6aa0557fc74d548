import { t } from 'i18next';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { toast } from '@/lib/toast.ts';
import { PictureError, type PictureProblem } from './picture.ts';

/** What the server finds wrong with a picture is told in the words in which the page would have told it. */
const refused: Readonly<Record<string, PictureProblem>> = {
  PICTURE_TYPE: 'type',
  PICTURE_TOO_LARGE: 'size',
  PICTURE_INVALID: 'read',
};

function problemOf(error: unknown): PictureProblem | undefined {
  if (error instanceof PictureError) return error.problem;
  return error instanceof ApiError ? refused[error.code] : undefined;
}

/** Says why a picture cannot be one, or why a profile was not saved. */
export function tellFailure(error: unknown): void {
  const problem = problemOf(error);
  const { title, text } = problem
    ? { title: t(`profile.picture.${problem}.title`), text: t(`profile.picture.${problem}.text`) }
    : explainError(error, { fallback: 'profile.failed' });
  toast({ title, description: text, tone: 'error' });
}
