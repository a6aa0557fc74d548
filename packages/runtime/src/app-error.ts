/**
 * An expected error with a code and a text for users. Domain code throws it; the transport turns it into a gRPC status, an
 * HTTP response or a socket message. Any other error is a defect, of which clients see nothing.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** UPPER_SNAKE, one of the contract's error catalogue. */
  readonly code: string;
  /** Fields for the client, e.g. `{ retryAfter: 30 }` in seconds. */
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(code: string, message: string, details: Record<string, string | number | boolean> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Returns the error for an upstream, a database or a broker that does not respond in time. */
export const unavailable = (what: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', { what });

/** Whether an error is an AppError, with that code if one is given. */
export const isAppError = (error: unknown, code?: string): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);
