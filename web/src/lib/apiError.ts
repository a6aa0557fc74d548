import type { ErrorBody } from '@fifteen/contract';

/** Codes of the client's own, beside those of the contract: there was no answer at all, or none in time. */
type ClientCode = 'NETWORK' | 'NO_ANSWER';

/** A call that failed: what the server said, or that it could not be asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** From the contract's catalogue, of the client's own, or empty when the answer had none. */
  readonly code: string;
  /** The rest of the error body: `needsVerification`, `email`, `retryAfter`. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }

  /** No answer: the network failed, or the answer took too long. */
  static unanswered(code: ClientCode, cause: unknown): ApiError {
    const error = new ApiError(0, code === 'NETWORK' ? 'Network error' : 'Request timeout', { code });
    error.cause = cause;
    return error;
  }

  /** The session has ended, which is another thing than a wrong password. */
  get unauthorized(): boolean {
    return this.status === 401 && (this.code === 'UNAUTHORIZED' || /unauthorized/i.test(this.message));
  }

  /** Whether a retry may help: there was no response, or the server failed (5xx). */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * The error of an answer that is no success: its text is the body's `message` where that is JSON, else the raw text
 * or the status text (docs/spec/play.md#play-8.1).
 */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>;
    return new ApiError(response.status, body.message ?? body.error ?? response.statusText, body);
  } catch {
    return new ApiError(response.status, text || response.statusText);
  }
}
