import { Client, credentials, Metadata, type ClientDuplexStream, type MethodDefinition } from '@grpc/grpc-js';
import type { Lifecycle } from '../lifecycle.ts';
import { traceHeaders } from '../trace.ts';
import { REPEAT_HEADER } from './call.ts';
import { createCalls } from './calls.ts';
import { grpcMethods } from './grpc-methods.ts';
import type { Calls, MethodName, RequestOf, ResponseOf, ServiceDescription } from './types.ts';

/** Longest wait before a reconnection, ± 20 %. */
const RECONNECT_MS = 500;
/**
 * Interval of pings, and the time for their response. A replica that hangs, or whose machine lost power, closes no
 * connection: its share of the calls fails until a ping has shown it. Only a connection with calls is pinged; after a
 * pause, its first call comes with a ping.
 */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 3_000;

/** A client of an upstream service: its unary RPCs as promises, and its streams. */
export interface RpcClient<S extends ServiceDescription> {
  calls: Calls<S>;
  /** Opens a bidirectional stream of that method. */
  open<K extends MethodName<S>>(method: K): ClientDuplexStream<RequestOf<S, K>, ResponseOf<S, K>>;
}

/** Creates a client that connects lazily and balances its calls over all replicas (round robin). */
export function connectRpc<S extends ServiceDescription>(
  options: {
    name: string;
    service: S;
    address: string;
    token: string;
    /**
     * False for a client whose calls take minutes: a ping on a connection that is past its maximum age fails, and ends
     * the calls. Such a client notices at the limit of a call that a replica hangs.
     */
    pings?: boolean;
  },
  context: { lifecycle: Lifecycle },
): RpcClient<S> {
  const client = new Client(options.address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    ...(options.pings !== false && {
      'grpc.keepalive_time_ms': PING_INTERVAL_MS,
      'grpc.keepalive_timeout_ms': PING_TIMEOUT_MS,
    }),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MS,
    // A rollout replaces all replicas within seconds; the default of 30 s would hide their new addresses.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
  });
  context.lifecycle.onStop(`connection to ${options.name}`, async () => client.close());

  const metadata = (isRepeat = false): Metadata => {
    const sent = new Metadata();
    sent.set('x-token', options.token);
    if (isRepeat) sent.set(REPEAT_HEADER, 'true');
    for (const [name, value] of Object.entries(traceHeaders())) sent.set(name, value);
    return sent;
  };
  return {
    calls: createCalls(options.name, options.service, (method, request, deadline, isRepeat) =>
      callOnce(client, method, request, metadata(isRepeat), deadline),
    ),
    open: <K extends MethodName<S>>(name: K) => {
      const method = grpcMethods(options.service)[name] as MethodDefinition<
        RequestOf<S, K>,
        ResponseOf<S, K>
      >;
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
