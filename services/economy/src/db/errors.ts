import { AppError, sqlState } from '@fifteen/runtime';

/** Error codes of the SQLSTATEs that the ledger's functions raise (sql/01_accounts.sql). */
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

/** Names of the number that comes with an error, by code. */
const NUMBERS: Readonly<Record<string, string>> = {
  INSUFFICIENT_COINS: 'coins',
  TOO_MANY_REQUESTS: 'retryAfter',
};

/** Returns the AppError for an error that the ledger's functions raised, and any other error unchanged. */
export function toAppError(error: unknown): unknown {
  const code = CODES[sqlState(error)];
  if (!code) return error;
  const { message, detail } = error as { message: string; detail?: string };
  const name = NUMBERS[code];
  return new AppError(code, message, name ? { [name]: Number(detail) } : {});
}
