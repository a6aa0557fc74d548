import { type ApiRequest, createApi } from '@fifteen/contract/client';
import { ApiError, errorOf } from './apiError.ts';
import { nextTask } from './nextTask.ts';
import { pause } from './pause.ts';
import { traceparent, uniqueId } from './uniqueId.ts';

/** Time limit of an attempt. */
const TIMEOUT_MS = 15_000;
/**
 * Retries of calls that change something, and the time between them (docs/spec/play.md#play-9.4), all with the same
 * key.
 */
const RETRIES = 2;
const RETRY_DELAY = 1_000;

let sessionEnded: () => void = () => undefined;
let signedInUserId: () => string | null = () => null;

/** Registers a listener for commands that the server rejects because the session has ended. */
export function onUnauthorized(listener: () => void): void {
  sessionEnded = listener;
}

/** Registers the source of the user's id: a command of one user is not repeated for another one. */
export function readUserFrom(source: () => string | null): void {
  signedInUserId = source;
}

/** Returns a signal that follows the first of two. `AbortSignal.any` needs Safari 17.4. */
function firstOf(...signals: [AbortSignal, AbortSignal]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const follow = () => first.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { signal: first.signal });
  }
  return first.signal;
}

/** Sends a request once; with `userId` only on behalf of that user. */
async function sendOnce(request: ApiRequest, userId: string | null = null): Promise<unknown> {
  const { method, url, body, signal, idempotencyKey } = request;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = {
    traceparent: traceparent(),
    // Mails are written in the language of the app, which may differ from that of the browser.
    'Accept-Language': document.documentElement.lang || navigator.language,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    // Another tab may have signed another user in, which this one does not know yet.
    ...(userId === null ? {} : { 'X-Expected-User': userId }),
  };
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'include',
      signal: signal ? firstOf(signal, timeout) : timeout,
    });
    if (!response.ok) throw await errorOf(response);
    request.onHeaders?.(response.headers);
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw ApiError.unanswered(timeout.aborted ? 'NO_ANSWER' : 'NETWORK', error);
  }
}

async function send(request: ApiRequest): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    // Home starts several reads at once: each gets a task of its own.
    await nextTask();
    return sendOnce(request);
  }
  const { signal, idempotencyKey = uniqueId() } = request;
  // An abort stops the retries. The attempt under way is awaited, since the server may carry it out nevertheless.
  const keyed = { ...request, idempotencyKey, signal: undefined };
  const userId = signedInUserId();
  const isSameUser = () => signedInUserId() === userId;
  for (let retries = RETRIES; ; retries -= 1) {
    signal?.throwIfAborted();
    try {
      return await sendOnce(keyed, userId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.unauthorized && isSameUser()) sessionEnded();
      const mayRetry = retries > 0 && error.isTransient && navigator.onLine;
      if (mayRetry) await pause(RETRY_DELAY);
      if (!mayRetry || !isSameUser()) {
        // eslint-disable-next-line no-console -- docs/spec/play.md#play-8.1 wants it there
        console.warn('Mutation error:', error);
        throw error;
      }
    }
  }
}

/**
 * All calls of the contract, typed: `api.auth.login({ body })`. Cookies are sent along. A read is tried once (queries
 * have their own retries); a call that changes something has an `Idempotency-Key`, and is repeated with it when its
 * outcome is unknown or the server failed, as long as the same user is signed in. Throws `ApiError`, or the reason of an
 * abort by the caller; an abort does not interrupt an attempt to change something.
 */
export const api = createApi(send);
