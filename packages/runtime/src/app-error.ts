/**
 * A refusal that a person can understand. Domain code throws it; the border turns it into a gRPC status, an HTTP
 * answer or a socket message. Anything else that is thrown is a defect and reaches nobody outside.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** UPPER_SNAKE, one of the contract's error catalogue. */
  readonly code: string;
  /** Facts that go with it to the client, e.g. `{ retryAfter: 30 }` in seconds. */
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(code: string, message: string, details: Record<string, string | number | boolean> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What a caller sees when a neighbour, a database or a broker does not answer in time. */
export const unavailable = (what: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', { what });

/** Is this an AppError of that code? */
export const isAppError = (error: unknown, code?: string): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);
