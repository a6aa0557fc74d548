import type { Metadata } from '@grpc/grpc-js';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import { AppError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { timeServed } from '../metrics/rpc.ts';
import type { ReplayableOutbox } from '../outbox.ts';
import type { ProcessContext } from '../run-service.ts';
import { rpcAttributes } from '../span-attributes.ts';
import { pause } from '../job.ts';
import { span } from '../trace.ts';
import { parseCallers, type IdentifyCaller } from './auth.ts';
import { REPEAT_HEADER, withCall, type Call } from './call.ts';
import { grpcMethods } from './grpc-methods.ts';
import { toStatus } from './status.ts';
import type { Methods, MethodName, ServiceDescription } from './types.ts';

/**
 * Maximum age of a connection, because reconnections balance load over new replicas, and the grace for its calls: the
 * limit of the longest one. The server sends no pings: on a connection that is past its age they fail and end its calls.
 */
const MAX_CONNECTION_AGE_MS = 60_000;
const MAX_CONNECTION_GRACE_MS = 600_000;
/** Deadline of a call that has none. */
const DEFAULT_LIMIT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 10_000;

interface RpcConfig {
  GRPC_HOST: string;
  GRPC_PORT: number;
  RPC_CALLERS: string;
}

/**
 * Serves a gRPC service with health, caller check, deadlines, traces and a drain. Handlers get `context`. Resolves with
 * the bound port. A service calls it last: it stops first, so that no call arrives while jobs and consumers stop.
 */
export async function serveRpc<S extends ServiceDescription, Context extends ProcessContext>(
  options: {
    name: string;
    service: S;
    methods: Methods<S, Context>;
    config: RpcConfig;
    /** The largest request, in bytes; 1 MiB by default. */
    requestBytes?: number;
    /** Lets operators replay the events of a service that publishes any. */
    outbox?: ReplayableOutbox;
  },
  context: Context,
): Promise<number> {
  const { name, service, methods, config, outbox } = options;
  const server = new Server({
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': MAX_CONNECTION_GRACE_MS,
    'grpc.max_receive_message_length': options.requestBytes ?? 1024 * 1024,
  });
  const identify = parseCallers(config.RPC_CALLERS);
  addService(server, { name, service, methods }, identify, context);
  if (outbox)
    addService(
      server,
      { name, service: OutboxServiceDefinition, methods: outbox.methods },
      identify,
      context,
    );
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  const port = await bind(server, `${config.GRPC_HOST}:${config.GRPC_PORT}`);
  context.lifecycle.onStop('rpc', () => drain(server), DRAIN_TIMEOUT_MS + 1_000);
  return port;
}

function addService<S extends ServiceDescription, Context extends ProcessContext>(
  server: Server,
  served: { name: string; service: S; methods: Methods<S, Context> },
  identify: IdentifyCaller,
  context: Context,
): void {
  const implementation: UntypedServiceImplementation = {};
  const definition = grpcMethods(served.service);
  for (const [name, method] of Object.entries(definition)) {
    const { callers, handle } = served.methods[name as MethodName<S>];
    const handler = (handle as (context: Context, incoming: unknown, call: Call) => unknown).bind(
      null,
      context,
    );
    const admit = (metadata: Metadata, deadline: number): Call => {
      const caller = identifyCaller(identify, metadata);
      if (!caller || !callers.includes(caller)) {
        context.log.warn({ method: method.path, caller }, 'call not permitted');
        throw new AppError(caller ? 'FORBIDDEN' : 'UNAUTHORIZED');
      }
      return { caller, deadline, isRepeat: metadata.get(REPEAT_HEADER).length > 0 };
    };
    implementation[name] = method.requestStream
      ? streaming(handler as StreamHandler, admit)
      : unary(
          { name: `${served.name}/${name}`, method: name, path: method.path },
          handler as UnaryHandler,
          admit,
          context.log,
        );
  }
  server.addService(definition, implementation);
}

type UnaryHandler = (request: unknown, call: Call) => Promise<unknown>;
type StreamHandler = (stream: ServerDuplexStream<unknown, unknown>, call: Call) => void;

function identifyCaller(identify: IdentifyCaller, metadata: Metadata): string | undefined {
  const [token] = metadata.get('x-token');
  return typeof token === 'string' ? identify(token) : undefined;
}

type AdmitCaller = (metadata: Metadata, deadline: number) => Call;

function unary(
  { name, method, path }: { name: string; method: string; path: string },
  handler: UnaryHandler,
  admit: AdmitCaller,
  log: Log,
) {
  const attributes = rpcAttributes(path);
  return async (
    incoming: ServerUnaryCall<unknown, unknown>,
    reply: sendUnaryData<unknown>,
  ): Promise<void> => {
    const serve = async (): Promise<unknown> => {
      const call = admit(incoming.metadata, deadlineOf(incoming.getDeadline()));
      const work = async (): Promise<unknown> => {
        try {
          return await withCall(call, () => handler(incoming.request, call));
        } catch (error) {
          if (!(error instanceof AppError)) log.error({ err: error, method: path }, 'call failed');
          throw error;
        }
      };
      return span(name, 'server', work, { parent: incoming.metadata.getMap(), attributes });
    };
    try {
      reply(null, await timeServed(method, serve));
    } catch (error) {
      reply(toStatus(error));
    }
  };
}

function streaming(handler: StreamHandler, admit: AdmitCaller) {
  return (stream: ServerDuplexStream<unknown, unknown>): void => {
    try {
      handler(stream, admit(stream.metadata, Number.POSITIVE_INFINITY));
    } catch (error) {
      stream.emit('error', toStatus(error));
    }
  };
}

function deadlineOf(deadline: Date | number): number {
  const at = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(at) ? at : Date.now() + DEFAULT_LIMIT_MS;
}

function bind(server: Server, target: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(target, ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}

async function drain(server: Server): Promise<void> {
  const graceful = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  await Promise.race([graceful, pause(DRAIN_TIMEOUT_MS)]);
  server.forceShutdown();
}
