import { fastifyCookie } from '@fastify/cookie';
import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import { fastifyUnderPressure } from '@fastify/under-pressure';
import { fastifyWebsocket, type WebsocketPluginOptions } from '@fastify/websocket';
import { AppError, type Log, version } from '@fifteen/runtime';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
} from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { registerApi } from './api.ts';
import { sendError } from './errors.ts';
import { requests } from './metrics.ts';
import { overloadOptions } from './overload.ts';
import { writeErrorAndClose } from './raw-http-error.ts';
import { registerHeaders, registerSite } from './site.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted as a file although its path is below /api. */
    isFile?: boolean;
  }
}

/** Bytes of a body (413 beyond), and milliseconds in which a request must arrive. */
const MAX_BODY_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
/** Number of a request's headers (431 beyond). */
const MAX_HEADERS = 100;
/**
 * Longer than a proxy keeps an unused connection (docs/deploy.md#production), so that the gateway never closes one that
 * the proxy is about to use.
 */
const KEEP_ALIVE_MS = 620_000;

/** The WebSocket endpoint. */
interface SocketEndpoint {
  /** Limits of received frames. */
  readonly options: NonNullable<WebsocketPluginOptions['options']>;
  register(app: FastifyInstance): void;
  /** Closes the sockets over `ms` milliseconds. */
  drain(ms: number): Promise<void>;
}

interface Options {
  root: string | undefined;
  publicUrl: string;
  /**
   * Number of the installation's own proxies. Entries of X-Forwarded-For further left come from clients and are
   * ignored.
   */
  hops: number;
  sockets: SocketEndpoint;
  /** Milliseconds over which a shutdown closes the sockets. */
  drainMs: number;
  api: Parameters<typeof registerApi>[1];
  /** Registers routes that are not in the contract. */
  registerExtra: (app: FastifyInstance) => void;
  log: Log;
}

/** Everything that the gateway serves: calls, the socket, and the web app. */
export async function createApp(options: Options): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 2 * REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Interval in which Node checks for slow requests. Timeouts that are set later only apply to headers.
    http: {
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS / 2,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
    },
    exposeHeadRoutes: false,
    trustProxy: (_, hop) => hop < options.hops,
    // Ids are at most 64 characters; longer ones are rejected by their schema, not by the router.
    routerOptions: { maxParamLength: 16 * 1024 },
    forceCloseConnections: 'idle',
    // Requests are served while the sockets are drained, each with `connection: close`.
    return503OnClosing: false,
    // For bytes that are no request, and for a path that cannot be decoded: neither reaches a route or a hook.
    ...{ clientErrorHandler: writeErrorAndClose, frameworkErrors: sendError },
  });
  app.server.maxHeadersCount = MAX_HEADERS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  let ready = true;
  await app.register(fastifyWebsocket, {
    options: options.sockets.options,
    preClose: () => {
      ready = false;
      return options.sockets.drain(options.drainMs);
    },
    // ws itself closes sockets with frames that break the protocol (too large, invalid UTF-8, …).
    errorHandler: () => undefined,
  });
  // Hooks run in the order of their registration, so the rejections of those below have the security headers, too.
  await registerHeaders(app, options);
  app.addHook('onRequest', (request) => admit(request, options.api));
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    if (ws && routeOptions.url !== '/ws') throw new AppError('NOT_FOUND');
  });
  app.addHook('onResponse', record);
  await app.register(fastifyCookie);
  await registerDocs(app);
  app.get('/livez', { schema: { hide: true } }, async () => 'ok');
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) =>
    ready ? 'ok' : reply.code(503).send('stopping'),
  );
  await app.register(async (api) => {
    await api.register(fastifyUnderPressure, overloadOptions());
    registerApi(api, options.api);
    options.registerExtra(api);
    options.sockets.register(api);
  });
  await registerSite(app, options);
  await app.ready();
  return app;
}

/**
 * Counts every request for its address, with or without a route; only the platform's probes are exempt. Rejects a request
 * with two hosts (RFC 9112, 3.2): Node reads the first, and a proxy may have read the other.
 */
async function admit(request: FastifyRequest, { limits }: Options['api']): Promise<void> {
  const { ip, raw, routeOptions } = request;
  const path = routedPath(request);
  const isCall = !routeOptions.config.isFile && /^\/(api|ws)(\/|$)/.test(path);
  if (path !== '/livez' && path !== '/readyz') await (isCall ? limits.address(ip) : limits.files(ip));
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('INVALID_REQUEST', { reason: 'The request has two hosts' });
}

/**
 * Returns the URL of the route, or the path of a request that only the wildcard of files or of missing routes matches. The
 * router has decoded both; the request's own URL may be encoded or absolute.
 */
function routedPath({ routeOptions: { url = '/*' }, params }: FastifyRequest): string {
  return url === '/*' ? `/${(params as { '*'?: string })['*'] ?? ''}` : url;
}

/** Records the response to a request, but not the end of a socket. */
const record: onResponseHookHandler = ({ method, routeOptions, ws }, reply, done) => {
  const status = `${Math.floor(reply.statusCode / 100)}xx`;
  const route = routeOptions.url ?? 'unmatched';
  if (!ws || reply.raw.headersSent) requests.record(reply.elapsedTime / 1_000, { route, method, status });
  done();
};

/** What is completed of the OpenAPI document. */
interface ApiDocument {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, { requestBody?: ApiBody }>>;
}
interface ApiBody {
  required: boolean;
  content: Record<string, { schema: { required?: string[] } }>;
}

/**
 * Adds the schemas to the OpenAPI document, without the second form of each as an input, which no call has. A body whose
 * fields are all optional may be absent.
 */
const completeDocument: typeof jsonSchemaTransformObject = (given) => {
  const document = jsonSchemaTransformObject(given);
  const { components, paths } = document as unknown as ApiDocument;
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));
  components.schemas = Object.fromEntries(schemas);
  for (const { requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    if (requestBody)
      requestBody.required = Object.values(requestBody.content).some(({ schema }) => schema.required);
  return document;
};

/** Serves the contract as OpenAPI, from the schemas that validate requests. */
async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fifteen', description: 'The calls of the web app. The socket is at `/ws`.', version },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'sid',
            description: 'Set by the sign-in calls; named `__Host-sid` on https.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: completeDocument,
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(app.swagger()))),
  );
}
