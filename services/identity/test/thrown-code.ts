import { AppError } from '@fifteen/runtime';

/** Returns the error code that a function throws, or `ok`. */
export function thrownCode(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}
