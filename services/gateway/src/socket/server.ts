import { CLOSE, FRAME_MAX_BYTES, refusal } from '@fifteen/contract';
import { AppError, isAppError, networkOf, pause } from '@fifteen/runtime';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { RawData } from 'ws';
import { answerError } from '../http/api.ts';
import { raisedBy, type LimitScales } from '../limits.ts';
import { countClosed, messages } from '../metrics.ts';
import { BEFORE_AUTH } from '../rights.ts';
import type { Sessions, Who } from '../sessions.ts';
import { isActive } from '../translate.ts';
import { act, type Stage } from './acts.ts';
import { Budget } from './budget.ts';
import { Connection } from './connection.ts';
import { parseFrame, type BadFrame } from './frames.ts';

/** Sockets from one address at one gateway, times RATE_LIMIT_SCALE. */
const SOCKETS_PER_ADDRESS = 200;
/** Time for `auth`, between pings, and after which a silent connection is dead. */
const AUTH_MS = 10_000;
const PING_EVERY_MS = 20_000;
const DEAD_AFTER_MS = 60_000;
/** When a socket of the same address may be open again: dead ones are closed by then. */
const SOCKETS_RETRY_S = DEAD_AFTER_MS / 1_000;
const SWEEP_MS = 1_000;
/** Pieces of one frame, and pieces of the line's data that may wait to become one (1008 beyond). */
const FRAGMENTS = 16;
const CHUNKS = 64;
/** Clients that are turned away try again within this time. */
const TURNED_AWAY_MS = 5_000;
/** How far apart batches of sockets are closed at a shutdown. */
const BATCH_EVERY_MS = 100;

/** How WebSocket frames are taken. */
export const SOCKET_OPTIONS = {
  maxPayload: FRAME_MAX_BYTES,
  maxFragments: FRAGMENTS,
  maxBufferedChunks: CHUNKS,
  perMessageDeflate: false,
  clientTracking: false,
} as const;

interface Parts extends Stage {
  sessions: Sessions;
  scales: LimitScales;
  /** Milliseconds between checks of the session of an open socket. */
  sessionCheckMs: number;
}

/** The sockets of this gateway: who may open one, what comes in, and how they end. */
export class Sockets {
  readonly #parts: Parts;
  readonly #open = new Set<Connection>();
  readonly #addresses = new Map<string, number>();
  #draining = false;
  #turnedAwayAt = 0;
  #beat: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sockets that are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether it had to turn users away in the last seconds because a dependency was unavailable. */
  get turnsAway(): boolean {
    return Date.now() - this.#turnedAwayAt < TURNED_AWAY_MS;
  }

  /** Serves `/ws`. Address, origin and session of an upgrade are checked as those of every request. */
  register(app: FastifyInstance): void {
    this.#beat = setInterval(() => this.#sweep(), SWEEP_MS);
    app.route({
      method: 'GET',
      url: '/ws',
      schema: { hide: true },
      config: { needsSession: true },
      preHandler: async ({ ip }) => this.#checkSpace(ip),
      errorHandler: (error, request, reply) => {
        if (isAppError(error, 'SERVICE_UNAVAILABLE')) this.#turnedAwayAt = Date.now();
        answerError(error, request, reply);
      },
      handler: async (_, reply) => reply.code(404).send(refusal('NOT_FOUND').body),
      wsHandler: (socket, { who, ip }) => who && this.#accept(socket, who, ip),
    });
  }

  #checkSpace(ip: string): void {
    const { scales } = this.#parts;
    if (this.#draining) throw new AppError('SERVICE_UNAVAILABLE', 'Restarting');
    if ((this.#addresses.get(networkOf(ip)) ?? 0) < SOCKETS_PER_ADDRESS * scales.address) return;
    const details = { retryAfter: SOCKETS_RETRY_S, ...raisedBy(scales, 'RATE_LIMIT_SCALE') };
    throw new AppError('TOO_MANY_REQUESTS', 'Too many sockets', details);
  }

  #accept(socket: WebSocket, who: Who, ip: string): void {
    const connection = new Connection(socket, who, ip, new Budget(this.#parts.scales));
    const group = networkOf(ip);
    this.#open.add(connection);
    this.#addresses.set(group, (this.#addresses.get(group) ?? 0) + 1);
    socket.on('message', (data, binary) => this.#hear(connection, data, binary));
    socket.on('pong', () => (connection.heardAt = Date.now()));
    socket.on('close', (code) => this.#closed(connection, group, code));
  }

  #hear(connection: Connection, data: RawData, binary: boolean): void {
    if (connection.closing) return;
    const now = Date.now();
    connection.heardAt = now;
    if (binary) return connection.close(1003, 'text only');
    const frame = parseFrame(String(data));
    messages.add(1, { direction: 'in', type: 'message' in frame ? frame.message.type : 'invalid' });
    const isPing = 'message' in frame && frame.message.type === 'ping';
    if (!(isPing ? connection.budget.ping(now) : this.#mayGoOn(connection, now)))
      return connection.close(CLOSE.policy, 'too many frames');
    if ('message' in frame && (connection.ready || frame.message.type === BEFORE_AUTH)) {
      void act(this.#parts, connection, frame.message, frame.traceparent);
    } else {
      this.#refuseFrame(
        connection,
        'message' in frame ? { error: refusal('UNAUTHORIZED').body } : frame,
        now,
      );
    }
  }

  /**
   * Whoever has just come back sends at once all that waited while the line was down, before this socket knows that it
   * is one of a player's: that is looked up before it is closed for it.
   */
  #mayGoOn(connection: Connection, now: number): boolean {
    const may = connection.budget.frame(now);
    if (may !== 'players' || isPlaying(connection)) return may !== 'nobody';
    if (connection.room || !connection.ready) return false;
    connection.looksForGame ??= this.#parts.neighbours.room
      .getCurrentRoom({ userId: connection.userId })
      .then(
        ({ game }) => {
          if (!game || !isActive(game)) connection.close(CLOSE.policy, 'too many frames');
        },
        () => undefined,
      );
    return true;
  }

  #refuseFrame(connection: Connection, { error, requestId }: BadFrame, now: number): void {
    const { code, message } = error;
    connection.tell({ type: 'error', code, message, ...(requestId ? { requestId } : {}) });
    if (!connection.budget.badFrame(now)) connection.close(CLOSE.policy, 'too many bad frames');
  }

  #closed(connection: Connection, group: string, code: number): void {
    countClosed(code);
    connection.ended();
    this.#open.delete(connection);
    const left = (this.#addresses.get(group) ?? 1) - 1;
    if (left > 0) this.#addresses.set(group, left);
    else this.#addresses.delete(group);
    if (connection.ready) this.#parts.online.left(connection);
  }

  /** Every second: pings, cuts dead lines, ends those who never said who they are or whose session has ended. */
  #sweep(now = Date.now()): void {
    for (const connection of this.#open) {
      if (connection.closing) continue;
      if (now - connection.heardAt > DEAD_AFTER_MS) connection.cut();
      else if (!connection.ready && now - connection.since > AUTH_MS)
        connection.close(CLOSE.unauthenticated, 'no auth');
      else if (connection.checkReading(now) && now - connection.pingedAt > PING_EVERY_MS) connection.ping();
      if (now - connection.checkedAt > this.#parts.sessionCheckMs) void this.#checkSession(connection, now);
    }
  }

  /** A revocation is pushed; this is for those that were lost. Without identity sockets stay open. */
  async #checkSession(connection: Connection, now: number): Promise<void> {
    connection.checkedAt = now;
    const { token, place } = connection.who;
    const who = await this.#parts.sessions.find(token, place).catch(() => connection.who);
    if (!who) connection.close(CLOSE.unauthenticated, 'session ended');
  }

  /** Takes no more sockets and closes those that are open, in random batches over `ms`, with 1012. */
  async drain(ms: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#beat);
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
