import { CLOSE, FRAME_MAX_BYTES, errorResponse } from '@fifteen/contract';
import type { Writable } from 'node:stream';
import { AppError, isAppError, networkOf, pause, type Log, unavailable } from '@fifteen/runtime';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { RawData } from 'ws';
import { sendError } from '../edge/errors.ts';
import { raisedBy, type LimitScales } from '../edge/limits.ts';
import { countClosed, messages } from './metrics.ts';
import type { Clients } from '../clients/clients.ts';
import { isPermittedNow } from './permissions.ts';
import type { Sessions, Caller } from '../auth/sessions.ts';
import { isActive } from '../translation/game.ts';
import type { Dispatcher } from './dispatcher.ts';
import { SocketBudget } from './socket-budget.ts';
import { Connection } from './connection.ts';
import { parseFrame, type BadFrame, type ValidFrame } from './frames.ts';

/** Sockets from one address at one gateway, times RATE_LIMIT_SCALE. */
const SOCKETS_PER_ADDRESS = 200;
/** Time for `auth`, between pings, and of silence after which a connection is dead. */
const AUTH_TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 20_000;
const DEAD_AFTER_MS = 60_000;
/** Sessions that are checked by one call. */
const CHECKED_AT_ONCE = 1_000;
/** Seconds after which an address may open another socket: its dead ones are closed by then. */
const SOCKETS_RETRY_S = DEAD_AFTER_MS / 1_000;
const CHECK_EVERY_MS = 1_000;
/** Fragments of one frame, and chunks of received data that may wait to become one (1008 beyond). */
const MAX_FRAGMENTS = 16;
const MAX_CHUNKS = 64;
/** Rejected clients retry within this time. */
const REJECTED_RECENTLY_MS = 5_000;
/** How far apart batches of sockets are closed at a shutdown. */
const BATCH_EVERY_MS = 100;

/**
 * Milliseconds from the first close frame, of either side, until the connection is dropped: a client that closes it and
 * loses its network would otherwise stay online for 30 s.
 */
const CLOSE_TIMEOUT_MS = 2_000;

/** Settings of the WebSocket server. */
export const SOCKET_OPTIONS = {
  closeTimeout: CLOSE_TIMEOUT_MS,
  maxPayload: FRAME_MAX_BYTES,
  maxFragments: MAX_FRAGMENTS,
  maxBufferedChunks: MAX_CHUNKS,
  perMessageDeflate: false,
  clientTracking: false,
} as const;

interface Deps {
  dispatcher: Dispatcher;
  clients: Pick<Clients, 'room'>;
  sessions: Sessions;
  /** Called for an authenticated connection that has closed. */
  disconnected: (connection: Connection) => void;
  scales: LimitScales;
  log: Log;
  /** Milliseconds between checks of the session of an open socket. */
  sessionCheckMs: number;
}

/** Accepts sockets, reads their frames, and closes them. */
export class SocketServer {
  readonly options = SOCKET_OPTIONS;
  readonly #deps: Deps;
  readonly #open = new Set<Connection>();
  readonly #addresses = new Map<string, number>();
  #draining = false;
  #turnedAwayAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sockets that are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether users were rejected in the last seconds because a dependency was unavailable. */
  get isTurningAway(): boolean {
    return performance.now() - this.#turnedAwayAt < REJECTED_RECENTLY_MS;
  }

  /** Serves `/ws`. Address, origin and session of an upgrade are checked as those of every request. */
  register(app: FastifyInstance): void {
    this.#timer = setInterval(() => this.#checkAll(), CHECK_EVERY_MS);
    app.route({
      method: 'GET',
      url: '/ws',
      schema: { hide: true },
      config: { needsSession: true },
      preHandler: async ({ ip }) => this.#checkSpace(ip),
      errorHandler: (error, request, reply) => {
        if (isAppError(error, 'SERVICE_UNAVAILABLE')) this.#turnedAwayAt = performance.now();
        sendError(error, request, reply);
      },
      handler: async (_, reply) => reply.code(404).send(errorResponse('NOT_FOUND').body),
      wsHandler: (socket, { caller, ip, raw }) => caller && this.#accept(socket, caller, ip, raw.socket),
    });
  }

  #checkSpace(ip: string): void {
    const { scales } = this.#deps;
    if (this.#draining) throw unavailable('gateway');
    if ((this.#addresses.get(networkOf(ip)) ?? 0) < SOCKETS_PER_ADDRESS * scales.address) return;
    const details = { retryAfter: SOCKETS_RETRY_S, ...raisedBy(scales, 'RATE_LIMIT_SCALE') };
    throw new AppError('TOO_MANY_REQUESTS', details);
  }

  #accept(socket: WebSocket, caller: Caller, ip: string, stream: Writable): void {
    const budget = new SocketBudget(this.#deps.scales);
    const connection = new Connection(socket, caller, ip, { budget, stream });
    const group = networkOf(ip);
    this.#open.add(connection);
    this.#addresses.set(group, (this.#addresses.get(group) ?? 0) + 1);
    socket.on('message', (data, binary) => this.#receive(connection, data, binary));
    for (const frame of ['ping', 'pong']) socket.on(frame, () => this.#receiveControl(connection));
    socket.on('close', (code) => this.#closed(connection, group, code));
  }

  #receive(connection: Connection, data: RawData, binary: boolean): void {
    if (connection.closing) return;
    const now = performance.now();
    connection.lastReceivedAt = now;
    if (binary) return connection.close(1003, 'text only');
    const frame = parseFrame(String(data));
    messages.add(1, { direction: 'in', type: 'message' in frame ? frame.message.type : 'invalid' });
    const isPing = 'message' in frame && frame.message.type === 'ping';
    if (!(isPing ? connection.budget.ping(now) : this.#isWithinFrameLimit(connection, now)))
      return connection.close(CLOSE.policy, 'too many frames');
    if (!('message' in frame)) return this.#rejectFrame(connection, frame, now);
    // The limit of frames bounds how many wait.
    const serve = (): void => this.#serve(connection, frame);
    if (connection.authentication) void connection.authentication.then(serve, serve);
    else serve();
  }

  /** Counts a ping or pong of the protocol. `ws` itself answers pings, without a limit. */
  #receiveControl(connection: Connection): void {
    if (connection.closing) return;
    const now = performance.now();
    connection.lastReceivedAt = now;
    if (!connection.budget.ping(now)) connection.close(CLOSE.policy, 'too many frames');
  }

  #serve(connection: Connection, { message, traceparent }: ValidFrame): void {
    if (connection.closing) return;
    if (isPermittedNow(connection, message.type)) {
      void this.#deps.dispatcher.dispatch(connection, message, traceparent);
      return;
    }
    const requestId = 'requestId' in message ? message.requestId : undefined;
    const { body: error } = errorResponse('UNAUTHORIZED');
    this.#rejectFrame(connection, { error, requestId }, performance.now());
  }

  /**
   * Counts a frame. A reconnected client sends everything that it queued at once, before this connection knows that its
   * user is playing: the game is looked up before the connection is closed.
   */
  #isWithinFrameLimit(connection: Connection, now: number): boolean {
    const allowed = connection.budget.frame(now);
    // A game that was found may be over by the next window of the limit.
    if (allowed === 'all') connection.gameLookup = undefined;
    if (allowed !== 'players' || isPlaying(connection)) return allowed !== 'none';
    if (connection.room || !connection.isAuthenticated) return false;
    connection.gameLookup ??= this.#deps.clients.room.getCurrentRoom({ userId: connection.userId }).then(
      ({ game }) => {
        if (!game || !isActive(game)) connection.close(CLOSE.policy, 'too many frames');
      },
      () => undefined,
    );
    return true;
  }

  #rejectFrame(connection: Connection, { error, requestId }: BadFrame, now: number): void {
    const { code, message, details } = error;
    connection.send({
      type: 'error',
      code,
      message,
      ...(details && { details }),
      ...(requestId && { requestId }),
    });
    if (!connection.budget.badFrame(now)) connection.close(CLOSE.policy, 'too many bad frames');
  }

  #closed(connection: Connection, group: string, code: number): void {
    countClosed(code);
    connection.dispose();
    this.#open.delete(connection);
    const left = (this.#addresses.get(group) ?? 1) - 1;
    if (left > 0) this.#addresses.set(group, left);
    else this.#addresses.delete(group);
    if (connection.isAuthenticated) this.#deps.disconnected(connection);
  }

  /** Pings, drops dead connections, and closes those without authentication or whose session ended; every second. */
  #checkAll(now = performance.now()): void {
    const due: Connection[] = [];
    for (const connection of this.#open) {
      if (connection.closing) continue;
      if (now - connection.lastReceivedAt > DEAD_AFTER_MS) connection.terminate();
      else if (!connection.isAuthenticated && now - connection.since > AUTH_TIMEOUT_MS)
        connection.close(CLOSE.unauthenticated, 'no auth');
      else if (connection.isReading(now) && now - connection.pingedAt > PING_EVERY_MS) connection.ping();
      if (now - connection.checkedAt > this.#deps.sessionCheckMs) due.push(connection);
    }
    if (due.length > 0) void this.#checkSessions(due.slice(0, CHECKED_AT_ONCE), now);
  }

  /** Finds revocations whose push was lost, so it bypasses the cache. Sockets stay open while identity is unavailable. */
  async #checkSessions(connections: readonly Connection[], now: number): Promise<void> {
    for (const connection of connections) connection.checkedAt = now;
    const callers = connections.map(({ caller }) => caller);
    const { sessions, log } = this.#deps;
    const noneEnded = (error: unknown): Caller[] => {
      if (!isAppError(error, 'SERVICE_UNAVAILABLE')) log.error({ err: error }, 'a check of sessions failed');
      return [];
    };
    const ended = new Set(await sessions.refreshAll(callers).catch(noneEnded));
    for (const connection of connections)
      if (ended.has(connection.caller)) connection.close(CLOSE.unauthenticated, 'session ended');
  }

  /** Rejects new sockets and closes the open ones with 1012, in random batches over `ms` milliseconds. */
  async drain(ms: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#timer);
    const all = [...this.#open].sort(() => Math.random() - 0.5);
    const batches = Math.max(1, Math.floor(ms / BATCH_EVERY_MS));
    const size = Math.ceil(all.length / batches);
    while (all.length > 0) {
      for (const connection of all.splice(0, size)) connection.close(CLOSE.restart, 'restarting');
      if (all.length > 0) await pause(BATCH_EVERY_MS);
    }
    for (let waits = 0; this.#open.size > 0 && waits < 25; waits += 1) await pause(BATCH_EVERY_MS);
  }
}

const isPlaying = ({ room }: Connection): boolean => room?.game !== undefined && isActive(room.game);
