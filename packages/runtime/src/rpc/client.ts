import {
  Client,
  credentials,
  Metadata,
  status,
  type ClientDuplexStream,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { unavailable } from '../app-error.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { timeCalled } from '../metrics/rpc.ts';
import { rpcAttributes } from '../span-attributes.ts';
import { pause } from '../job.ts';
import { span, traceHeaders } from '../trace.ts';
import { deadlineFor } from './call.ts';
import { grpcMethods } from './grpc-methods.ts';
import { fromStatus } from './status.ts';
import type { CallOptions, Calls, MethodName, RequestOf, ResponseOf, ServiceDescription } from './types.ts';

const DEFAULT_LIMIT_MS = 2_000;
/**
 * Waits before the second and further attempts. Every RPC is safe to repeat, so an unreachable replica is no error yet.
 * Their sum exceeds the reconnection time, because in a rollout the returning replica may be the only one.
 */
const RETRY_MS = [50, 200, 600];
/** Longest wait before a reconnection, ± 20 %. */
const RECONNECT_MS = 500;

/** A client of an upstream service: its unary RPCs as promises, and its streams. */
export interface RpcClient<S extends ServiceDescription> {
  calls: Calls<S>;
  /** Opens a bidirectional stream of that method. */
  open<K extends MethodName<S>>(method: K): ClientDuplexStream<RequestOf<S, K>, ResponseOf<S, K>>;
}

/** Creates a client that connects lazily and balances its calls over all replicas (round robin). */
export function connectRpc<S extends ServiceDescription>(
  options: { name: string; service: S; address: string; token: string },
  context: { lifecycle: Lifecycle },
): RpcClient<S> {
  const client = new Client(options.address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 15_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MS,
    // A rollout replaces all replicas within seconds; the default of 30 s would hide their new addresses.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
  });
  context.lifecycle.onStop(`connection to ${options.name}`, async () => client.close());

  const metadata = (): Metadata => {
    const sent = new Metadata();
    sent.set('x-token', options.token);
    for (const [name, value] of Object.entries(traceHeaders())) sent.set(name, value);
    return sent;
  };
  const calls: Record<string, unknown> = {};
  const methods = grpcMethods(options.service);
  for (const [name, method] of Object.entries(methods)) {
    if (method.requestStream) continue;
    const attributes = rpcAttributes(method.path);
    calls[name] = (request: unknown, call: CallOptions = {}) =>
      span(
        `${options.name}/${name}`,
        'client',
        () =>
          timeCalled(options.name, name, () =>
            withRetries(options.name, deadlineFor(call.limitMs ?? DEFAULT_LIMIT_MS), (deadline) =>
              callOnce(client, method, request, metadata(), deadline),
            ),
          ),
        { attributes },
      );
  }
  return {
    calls: calls as Calls<S>,
    open: <K extends MethodName<S>>(name: K) => {
      const method = methods[name] as MethodDefinition<RequestOf<S, K>, ResponseOf<S, K>>;
      return client.makeBidiStreamRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        metadata(),
      );
    },
  };
}

function callOnce(
  client: Client,
  method: MethodDefinition<unknown, unknown>,
  request: unknown,
  metadata: Metadata,
  deadline: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, response) => (error ? reject(error) : resolve(response)),
    );
  });
}

async function withRetries<T>(
  service: string,
  deadline: number,
  attempt: (deadline: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    if (Date.now() >= deadline) throw unavailable(service);
    try {
      return await attempt(deadline);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const wait = RETRY_MS[tries];
      if (!isUnreachable(error) || wait === undefined || Date.now() + wait >= deadline)
        throw fromStatus(error, service);
      await pause(wait);
    }
  }
}

/** Any other error is a defect of this process, such as a request that cannot be encoded. */
const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'metadata' in error;

/** Whether no replica responded. An upstream that itself returns SERVICE_UNAVAILABLE is not retried here. */
const isUnreachable = (error: ServiceError): boolean =>
  error.code === status.UNAVAILABLE && error.metadata.get('x-code').length === 0;
