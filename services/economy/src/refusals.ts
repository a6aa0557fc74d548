import { AppError, sqlState } from '@fifteen/runtime';

/** How the ledger's functions refuse (sql/01_accounts.sql): SQLSTATE to code. */
const CODES: Readonly<Record<string, string>> = {
  FC400: 'INVALID',
  FC402: 'INSUFFICIENT_COINS',
  FC403: 'FORBIDDEN',
  FC404: 'NOT_FOUND',
  FC409: 'CONFLICT',
  FC410: 'ALREADY_OWNED',
  FC411: 'NOT_OWNED',
  FC429: 'TOO_MANY_REQUESTS',
};

/** Those that come with a figure, and what it is. */
const FIGURES: Readonly<Record<string, string>> = {
  INSUFFICIENT_COINS: 'coins',
  TOO_MANY_REQUESTS: 'retryAfter',
};

/** The refusal in a database error, or the error itself when it is none: then something is broken. */
export function refusalIn(error: unknown): unknown {
  const code = CODES[sqlState(error)];
  if (!code) return error;
  const { message, detail } = error as { message: string; detail?: string };
  const figure = FIGURES[code];
  return new AppError(code, message, figure ? { [figure]: Number(detail) } : {});
}
