import type { ErrorBody } from '@fifteen/contract';

/** Codes of the client beside those of the contract: no response at all, none in time, or code that is not loaded. */
type ClientCode = 'NETWORK' | 'NO_ANSWER' | 'NOT_LOADED';

const messages: Record<ClientCode, string> = {
  NETWORK: 'Network error',
  NO_ANSWER: 'Request timeout',
  NOT_LOADED: 'Not loaded',
};

/** A failed call: the error of the server, or a missing response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Code of the contract's catalogue or of the client; empty for a response without one. */
  readonly code: string;
  /** The rest of the error body: `needsVerification`, `email`, `retryAfter`. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }

  /** Returns the error of a call without a response. */
  static unanswered(code: ClientCode, cause: unknown): ApiError {
    const error = new ApiError(0, messages[code], { code });
    error.cause = cause;
    return error;
  }

  /**
   * Returns the error of a failed import, which each browser describes in words of its own. With a network, the files of
   * this version are probably gone from the server, and only a reload helps.
   */
  static notLoaded(cause: unknown): ApiError {
    return ApiError.unanswered(navigator.onLine ? 'NOT_LOADED' : 'NETWORK', cause);
  }

  /** Whether the session has ended; a wrong password is another error. */
  get unauthorized(): boolean {
    return this.status === 401 && (this.code === 'UNAUTHORIZED' || /unauthorized/i.test(this.message));
  }

  /** Whether a retry may help at once: there was no response, or the server failed (5xx). */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /**
   * Whether the same call may succeed later: the error is transient, or a limit rejected the call (429). Others at the
   * same address may have used the limit up.
   */
  get mayRetry(): boolean {
    return this.isTransient || this.status === 429;
  }
}

/**
 * Returns the error of a failed response: its text is the `message` of a JSON body, else the raw text or the status
 * text (docs/spec/play.md#play-8.1).
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
