import { AppError, sqlState } from '@fifteen/runtime';

/** What the ledger's functions raise: `detail` is a number that belongs to the error. */
interface Raised {
  message: string;
  detail?: string;
}

/** Errors of the SQLSTATEs that the ledger's functions raise (sql/01_accounts.sql). */
const ERRORS: Readonly<Record<string, (raised: Raised) => AppError>> = {
  FC400: ({ message }) => new AppError('INVALID', { reason: message }),
  FC402: ({ detail }) => new AppError('INSUFFICIENT_COINS', { coins: Number(detail) }),
  FC403: () => new AppError('GIFT_HELD'),
  FC404: ({ message }) => new AppError('NOT_FOUND', { reason: message }),
  FC405: () => new AppError('USER_NOT_FOUND'),
  FC409: ({ message }) => new AppError('CONFLICT', { reason: message }),
  FC410: () => new AppError('ALREADY_OWNED'),
  FC411: () => new AppError('NOT_OWNED'),
  FC429: ({ detail }) => new AppError('TOO_MANY_REQUESTS', { retryAfter: Number(detail) }),
  FC430: ({ detail }) => new AppError('AWARD_LIMIT', { retryAfter: Number(detail) }),
};

/** Returns the AppError for an error that the ledger's functions raised, and any other error unchanged. */
export function toAppError(error: unknown): unknown {
  const appError = ERRORS[sqlState(error)];
  return appError ? appError(error as Raised) : error;
}
