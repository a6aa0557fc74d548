import type { ErrorCode } from '@fifteen/domain';
import { errorOfIssues, errorResponse } from '@fifteen/contract';
import { isAppError, type AppError } from '@fifteen/runtime';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Outages } from '../clients/outages.ts';

const outages = new Outages();

/** Sends the contract's error for a thrown one. Unexpected errors are logged and sent as INTERNAL. */
export function sendError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // A path that cannot be decoded has no route.
  const { bodyError } = (request.routeOptions.config ?? {}) as { bodyError?: ErrorCode };
  const { status, body } = explain(error, bodyError);
  if (status === 503) outages.log(request.log, error, 'request rejected', { url: request.routeOptions.url });
  if (status === 403) {
    const { userId, sessionId } = request.caller ?? {};
    request.log.info(
      { code: body.code, url: request.routeOptions.url, userId, sessionId },
      'request not permitted',
    );
  }
  if (status === 500) request.log.error({ err: error, url: request.routeOptions.url }, 'request failed');
  if (body.retryAfter !== undefined) reply.header('retry-after', Math.ceil(body.retryAfter));
  else if (status === 503) reply.header('retry-after', 1);
  // Fastify closes the connection while the client still sends: the client would see a broken connection, not the
  // error. Node discards the rest of the body, for `REQUEST_TIMEOUT_MS` (app.ts) at most.
  if (status === 413) reply.removeHeader('connection');
  void reply.code(status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(body);
}

/** Returns the status and the body of a thrown error; `bodyError` is the code for a body that is too large. */
export function explain(error: Error & { statusCode?: number }, bodyError: ErrorCode = 'PAYLOAD_TOO_LARGE') {
  if (isAppError(error)) return errorResponse(error.code, error.details);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { code, details } = errorOfIssues(error.validation, 'INVALID_REQUEST');
    return errorResponse(code, details);
  }
  const { statusCode = 500 } = error;
  if (statusCode === 413) return errorResponse(bodyError);
  if (statusCode === 415) return errorResponse('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode === 503) return errorResponse('SERVICE_UNAVAILABLE');
  // Of Fastify's own: a request that breaks HTTP in some way.
  return errorResponse(statusCode >= 400 && statusCode < 500 ? 'INVALID_REQUEST' : 'INTERNAL');
}
