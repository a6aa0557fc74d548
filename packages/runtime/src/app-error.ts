import type { DetailsOf, ErrorCode, ErrorDetails } from '@fifteen/domain';

/** Details may be left out where the code requires none, and have to be where it carries none. */
type DetailsArgument<Code extends ErrorCode> = Code extends keyof ErrorDetails
  ? Record<never, never> extends ErrorDetails[Code]
    ? [details?: ErrorDetails[Code]]
    : [details: ErrorDetails[Code]]
  : [];

/**
 * An expected error: a code of the catalogue and the details that it carries. Domain code throws it; the transport turns it
 * into a gRPC status, an HTTP response or a socket message, and the client finds the text. Any other error is a defect, of
 * which clients see nothing.
 */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  /** Never changes; callers and clients branch on it. */
  readonly code: Code;
  /**
   * The values that belong to the code; empty where it has none. The message has none of them, because traces record it
   * and a value may be personal.
   */
  readonly details: Readonly<DetailsOf<Code>>;

  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    super(code);
    this.code = code;
    this.details = (details ?? {}) as DetailsOf<Code>;
  }
}

/**
 * Returns the error for an upstream, a database or a broker that does not respond in time.
 * @param cause what was received instead, for the log
 */
export function unavailable(upstream: string, cause?: unknown): AppError {
  const error = new AppError('SERVICE_UNAVAILABLE', { upstream });
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** The variables that raise limits. */
export type LimitSetting = 'RATE_LIMIT_SCALE' | 'PLAYER_LIMIT_SCALE';

/** Returns the error details that name the variable which raises a limit: only where one of these scales is above 1. */
export const settingDetails = (
  setting: LimitSetting,
  ...scales: readonly number[]
): { setting?: LimitSetting } => (scales.some((scale) => scale > 1) ? { setting } : {});

/** Whether an error is an AppError, with that code if one is given. */
export const isAppError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is AppError<Code> => error instanceof AppError && (code === undefined || error.code === code);
