import {
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { connect, errors, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { unavailable } from './app-error.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { observeDependency } from './metrics/dependency.ts';
import { retryDuringOutage } from './start-retries.ts';
import { withoutTrace } from './trace.ts';

/** How missing streams are created. Streams that exist are left to the operators, who may have changed them. */
export interface StreamLimits {
  /** Copies on different servers, 1 to 5. */
  replicas: number;
  /** Bytes of the events in a stream, beyond which the oldest are discarded; 0: no limit. */
  maxBytes: number;
}

/** The broker: core NATS for pushes, JetStream for events. */
export interface Nats {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  /** Resolved lazily, so that a service starts while JetStream is unavailable. */
  manager(): Promise<JetStreamManager>;
  /** Prefix of subjects and streams. */
  readonly namespace: string;
  readonly streams: StreamLimits;
  /** False while the connection is lost. What is published then is lost; pushes that are states wait. */
  readonly isConnected: boolean;
  /** Calls the listener after each reconnection. */
  onReconnect(listener: () => void): void;
}

/**
 * Connects, and reconnects for ever. Waits for a broker that is unavailable.
 * @throws the error of a broker that rejects the first login
 */
export async function openNats(
  options: { service: string; url: string; namespace: string; streams?: StreamLimits },
  context: { log: Log; lifecycle: Lifecycle },
): Promise<Nats> {
  let up = false;
  observeDependency('nats', context, () => up);
  const connection = await openConnection(options, context.log);
  const listeners: (() => void)[] = [];
  up = true;
  const watch = async (): Promise<void> => {
    for await (const status of connection.status()) {
      // Each rejected login is a further `disconnect`, and all of them get a `reconnect` when a login is accepted.
      if (status.type === 'disconnect' && up) {
        up = false;
        context.log.warn('broker connection lost');
      }
      if (status.type === 'error') context.log.warn({ err: status.error }, 'broker reported an error');
      if (status.type === 'reconnect' && !up) {
        up = true;
        context.log.info('broker connection restored');
        for (const listener of listeners) listener();
      }
    }
  };
  void withoutTrace(watch);
  context.lifecycle.onStop('nats', () => (up ? connection.drain() : connection.close()));

  let manager: Promise<JetStreamManager> | undefined;
  return {
    connection,
    js: jetstream(connection, { timeout: 2_000 }),
    manager: () => (manager ??= jetstreamManager(connection, { checkAPI: false, timeout: 2_000 })),
    namespace: options.namespace ? `${options.namespace}.` : '',
    streams: options.streams ?? { replicas: 1, maxBytes: 0 },
    get isConnected() {
      return up;
    },
    onReconnect: (listener) => listeners.push(listener),
  };
}

/** Connects when the broker is available. Logs the begin and the end of an outage. */
async function openConnection(
  { service, url }: { service: string; url: string },
  log: Log,
): Promise<NatsConnection> {
  let isWaiting = false;
  const connection = await retryDuringOutage(async () => {
    try {
      return await connect({
        ...addressOf(url),
        name: service,
        // A prefix per service lets the broker's permissions keep services from reading each other's responses.
        inboxPrefix: `_INBOX.${service}`,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 100,
        // The client would also wait for a broker that rejects the login.
        waitOnFirstConnect: false,
        // Without it, the client gives up after two rejections: passwords may be changed here before they are there.
        ignoreAuthErrorAbort: true,
        timeout: 10_000,
        pingInterval: 10_000,
        maxPingOut: 2,
      });
    } catch (error) {
      if (!isOutage(error) && !isConnectionOutage(error)) throw error;
      if (!isWaiting) log.warn({ err: error }, 'broker unavailable');
      isWaiting = true;
      throw unavailable('nats', error);
    }
  });
  if (isWaiting) log.info('broker available');
  return connection;
}

/** Returns the servers, and user and password of the first: the client reads none from a URL. */
function addressOf(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass'> {
  const urls = url.split(',').map((one) => new URL(one));
  const [{ username = '', password = '' } = {}] = urls;
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`);
  if (!username) return { servers };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Retention of events in a stream, for consumers that are down. The outbox keeps them longer. */
const STREAM_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Window of the broker's deduplication by message id. The inbox deduplicates beyond it. */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/** Returns the name of a service's event stream. */
export const streamName = ({ namespace }: Pick<Nats, 'namespace'>, owner: string): string =>
  `${namespace}${owner}`.replaceAll('.', '_').toUpperCase();

/**
 * Creates the stream of a service's events (`<owner>.>`) if it does not exist. Its publisher and its consumers all do, at
 * once, so they must be configured alike: the broker rejects a second creation that differs.
 * @throws SERVICE_UNAVAILABLE as `requestBroker` does
 */
export const ensureStream = (nats: Nats, owner: string): Promise<void> =>
  requestBroker(() => createMissingStream(nats, owner));

async function createMissingStream(nats: Nats, owner: string): Promise<void> {
  const manager = await nats.manager();
  const name = streamName(nats, owner);
  const { replicas, maxBytes } = nats.streams;
  const config = {
    subjects: [`${nats.namespace}${owner}.>`],
    max_age: STREAM_AGE_MS * 1_000_000,
    duplicate_window: DUPLICATE_WINDOW_MS * 1_000_000,
    num_replicas: replicas,
    max_bytes: maxBytes || -1,
    // The outbox keeps the events: a full stream must not stop the publisher.
    discard: DiscardPolicy.Old,
  };
  try {
    await manager.streams.info(name);
  } catch {
    await manager.streams.add({ name, ...config });
  }
}

const OUTAGES = [
  errors.TimeoutError,
  errors.NoRespondersError,
  errors.ConnectionError,
  errors.ClosedConnectionError,
  errors.RequestError,
  // The client reports a stream without a responder so, too: one without a leader, or that is not restored yet.
  jserrors.JetStreamNotEnabled,
];

/** Whether no response came. The JetStream client wraps that where no server responds for a stream, as in an election. */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  OUTAGES.some((outage) => error instanceof outage || error.cause instanceof outage);

/**
 * Whether the system failed to connect, such as for a name that does not resolve, or the broker did not read the login in
 * time: the client has no class for the first, and that of a rejected login for the second.
 */
const isConnectionOutage = (error: unknown): boolean =>
  error instanceof Error &&
  ('syscall' in error || (error instanceof errors.AuthorizationError && /timeout/i.test(error.message)));

/** Whether the broker lost its data after a stream was ensured; the next attempt creates it. */
const isStreamLost = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;

/**
 * Runs requests to the broker.
 * @throws SERVICE_UNAVAILABLE when it cannot be reached, does not respond in time or has just lost its data
 */
export async function requestBroker<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStreamLost(error) || isOutage(error)) throw unavailable('nats', error);
    throw error;
  }
}
