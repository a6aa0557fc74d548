import { AppError, sqlState } from '@fifteen/runtime';

/** How the ledger's functions refuse (migrations/0003_verbs.sql, 0005_items.sql): SQLSTATE to code. */
const CODES: Readonly<Record<string, string>> = {
  FC400: 'INVALID',
  FC404: 'NOT_FOUND',
  FC409: 'CONFLICT',
  FC410: 'ALREADY_OWNED',
  FC429: 'TOO_MANY_REQUESTS',
};

/** The refusal in a database error, or the error itself when it is none: then something is broken. */
export function refusalIn(error: unknown): unknown {
  const code = CODES[sqlState(error)];
  if (!code) return error;
  const { message, detail } = error as { message: string; detail?: string };
  return new AppError(code, message, code === 'TOO_MANY_REQUESTS' ? { retryAfter: Number(detail) } : {});
}
