import { calls, type Call } from '@fifteen/contract';
import { AppError, isAppError, rootSpan, traceFields } from '@fifteen/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { safeParse } from 'zod/v4/core';
import { compressLarge } from './compression.ts';
import { explain, sendError } from './errors.ts';
import type { LimitedAction, Limits } from './limits.ts';
import { isSameSite } from './origin.ts';
import type { Sessions, Caller } from '../auth/sessions.ts';
import type { BrowserCookies } from '../auth/browser-cookies.ts';
import type { ApiRequest } from './route-handlers.ts';
import { idempotencyKey, type Idempotency } from './idempotency.ts';
import { parseBody } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Stores the response for repeats. */
    storeResponse: ((status: number, body: string) => Promise<void>) | undefined;
  }
}

interface Deps {
  /** By group and name as in the contract; a call without one is not served. */
  handlers: Record<string, Record<string, unknown>>;
  sessions: Sessions;
  limits: Limits;
  idempotency: Idempotency;
  browser: BrowserCookies;
  publicOrigin: string;
}

/** Actions that are counted before their body is read, because parsing a body of a megabyte is most of their cost. */
const COUNTED_BEFORE_BODY: ReadonlyMap<Call, LimitedAction> = new Map([[calls.profile.update, 'profile']]);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Registers every call that there is a handler for, and what all of them share. */
export function registerApi(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => parseBody(body),
  );
  app.decorateRequest('caller', undefined);
  app.decorateRequest('storeResponse', undefined);
  app.addHook('onRequest', (request, reply) => authenticate(request, reply, deps));
  app.addHook('onSend', storeResponse);
  app.addHook('onSend', (request, reply, payload) => compressLarge(request, reply, payload));
  app.setErrorHandler(sendError);
  for (const [group, groupCalls] of Object.entries(calls)) {
    for (const [name, call] of Object.entries<Call>(groupCalls)) {
      const handler = deps.handlers[group]?.[name];
      if (handler) registerCall(app, group, call, handler as Handler, deps);
    }
  }
}

/**
 * Checks where a request or an upgrade comes from and whose it is, and counts it for its session; its address was
 * counted before.
 */
async function authenticate(request: FastifyRequest, reply: FastifyReply, deps: Deps): Promise<void> {
  const { sessions, limits, browser, publicOrigin } = deps;
  const isChange = !SAFE_METHODS.has(request.method);
  if ((request.ws || isChange) && !isSameSite(request.headers, publicOrigin)) {
    throw new AppError('FOREIGN_ORIGIN');
  }
  const { needsSession } = request.routeOptions.config as { needsSession?: Call['session'] };
  const expectedUser = request.headers['x-expected-user'];
  // A change that needs no session may still end or replace the one of its browser: a logout, or a sign-in.
  if (!needsSession && (!isChange || expectedUser === undefined)) return;
  const origin = { ip: request.ip, device: browser.device({ request }) };
  const caller = await sessions.find(browser.token({ request }), origin);
  // A browser repeats a call with the cookies that it has by then: after a change of user, the next one would pay for it.
  if (caller && expectedUser !== undefined && expectedUser !== caller.userId)
    throw new AppError('UNAUTHORIZED');
  if (!needsSession) return;
  if (!caller) {
    if (needsSession === 'optional') return;
    throw new AppError('UNAUTHORIZED');
  }
  request.caller = caller;
  await limits.session(caller.sessionId);
  // The response to an upgrade cannot set headers.
  if (caller.cookieDue && !request.ws) await renewCookie(caller, reply, deps);
}

/** Once a day the browser's cookie follows the end of the session, which each request moves on. */
async function renewCookie(caller: Caller, reply: FastifyReply, { sessions, browser }: Deps): Promise<void> {
  try {
    const expires = await sessions.renewCookie(caller);
    if (expires) browser.setSession(reply, caller.token, expires);
  } catch (error) {
    // A request after the next authentication of the session tries again.
    if (!isAppError(error)) throw error;
  }
}

/** The session as a requirement in the OpenAPI document. */
const SESSION = { session: [] };

const statusCode = (status: number) => ({ 'http.response.status_code': status });

type Handler = (incoming: ApiRequest<{ session: Call['session'] }>) => Promise<unknown>;

function registerCall(
  app: FastifyInstance,
  group: string,
  call: Call,
  handler: Handler,
  { idempotency, limits }: Deps,
): void {
  const { method, path, session, summary, description, headers, params, query, body, bodyError, responses } =
    call;
  const schema: FastifySchema & Record<string, unknown> = {
    tags: [group],
    summary,
    description,
    security: session === 'optional' ? [SESSION, {}] : session ? [SESSION] : [],
    response: responses,
    ...(headers && { headers }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
  };
  const status = Number(Object.keys(responses).find((key) => /^2\d\d$/.test(key)));
  app.route({
    method,
    url: path,
    schema,
    ...boundsOf(call, limits),
    ...(body && safeParse(body, {}).success && { preValidation: useEmptyBody }),
    config: { needsSession: session, bodyError, swagger: { exposeHeadRoute: true } },
    handler: async (request, reply) => {
      if (!call.idempotent && (await replayed(request, reply, idempotency))) return reply;
      const incoming = {
        params: request.params as undefined,
        query: request.query as undefined,
        body: request.body as undefined,
        caller: request.caller,
        ip: request.ip,
        request,
        reply,
      };
      const work = async (): Promise<unknown> => {
        try {
          return await handler(incoming);
        } catch (error) {
          // The error is logged after the end of the trace.
          request.log = request.log.child(traceFields());
          throw error;
        }
      };
      const answer = await rootSpan(`${method} ${path}`, work, {
        parent: request.headers,
        attributes: { 'http.request.method': method, 'http.route': path },
        outcome: (error) => statusCode(error ? explain(error as Error, bodyError).status : status),
      });
      return reply.code(status).send(answer);
    },
  });
}

/** Returns what bounds a call before its body is read: its size, and the limit of its action after `authenticate`. */
function boundsOf(call: Call, limits: Limits) {
  const action = COUNTED_BEFORE_BODY.get(call);
  const onRequest = async ({ caller }: Pick<FastifyRequest, 'caller'>): Promise<void> => {
    if (action && caller) await limits.action(action, caller.userId);
  };
  return { ...(call.bodyBytes && { bodyLimit: call.bodyBytes }), ...(action && { onRequest }) };
}

/** Reads an absent body as one without fields, for calls that need none. */
async function useEmptyBody(request: Pick<FastifyRequest, 'body'>): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** Replays the stored response to a repeated request. Returns whether there was one. */
async function replayed(
  request: FastifyRequest,
  reply: FastifyReply,
  idempotency: Idempotency,
): Promise<boolean> {
  const key = idempotencyKey(request.headers);
  if (!request.caller || !key || SAFE_METHODS.has(request.method)) return false;
  const fingerprint = JSON.stringify([request.method, request.url, request.body ?? null]);
  const turn = await idempotency.begin(request.caller.userId, key, fingerprint);
  if ('store' in turn) {
    request.storeResponse = turn.store;
    return false;
  }
  const { status, body } = turn.stored;
  reply.code(status).header('idempotency-replayed', 'true');
  if (body) reply.type('application/json; charset=utf-8').serializer((text: string) => text);
  await reply.send(body || undefined);
  return true;
}

async function storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  await request.storeResponse?.(reply.statusCode, typeof payload === 'string' ? payload : '');
}
