import type { Writable } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import { CLOSE, type ServerMessage } from '@fifteen/contract';
import type { GameId, UserId, RoomId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import type { Role, RoomState } from '@fifteen/proto/room';
import { beginSpan } from '@fifteen/runtime';
import type { Caller } from '../auth/sessions.ts';
import { messages } from './metrics.ts';
import { SocketBudget } from './socket-budget.ts';

/** Unread bytes, and age in milliseconds of the oldest unread byte, from which a connection is closed with 1013. */
const MAX_UNSENT_BYTES = 256 * 1024;
const MAX_UNSENT_MS = 15_000;
/** Number and interval in milliseconds of repeats of an unacknowledged game_started. */
const START_REPEATS = 3;
const START_REPEAT_INTERVAL_MS = 2_000;

/** State of a connection's room. */
export interface JoinedRoom {
  readonly id: RoomId;
  readonly state: RoomState;
  /** The newest state of its newest game. */
  readonly game: GameState | undefined;
  /** The offline participants, as the members know them. */
  readonly offlineSince: ReadonlyMap<UserId, Date>;
  roleOf(userId: UserId): Role | undefined;
}

/** The newest state of a game that a connection received, so that nothing is sent twice or out of order. */
export interface Seen {
  gameId: GameId;
  round: number;
  version: number;
  plies: number;
  autoX: boolean;
  autoO: boolean;
  /** The result was sent. */
  over: boolean;
}

const TEXT = { binary: false };
/** The attributes of spans for messages in either direction. */
export const WEBSOCKET = { 'network.protocol.name': 'websocket' };

/** A serialised message. */
export interface Encoded {
  readonly type: ServerMessage['type'];
  readonly json: string | Buffer;
}

/** Serialises a message once for many receivers, who share its bytes. */
export const encode = (message: ServerMessage): Encoded => ({
  type: message.type,
  json: Buffer.from(JSON.stringify(message)),
});

/** One socket of a signed-in user. */
export class Connection {
  readonly caller: Caller;
  readonly ip: string;
  readonly budget: SocketBudget;
  /** As all times here in milliseconds of the monotonic clock: setting the wall clock closes no connection. */
  readonly since = performance.now();
  /** `auth` was sent; nothing else is served before. */
  isAuthenticated = false;
  /** Pending lookup of the session for `auth`: frames that arrive meanwhile are served after it, in order. */
  authentication: Promise<void> | undefined;
  /** The room that it is subscribed to. */
  room: JoinedRoom | undefined;
  seen: Seen | undefined;
  /** The room of the last match that was announced to it. */
  matchedRoomId: RoomId | undefined;
  /** The last game whose start was sent to it. */
  startedGameId: GameId | undefined;
  /** Pending query for the user's game, after a client has sent more frames than a user without a game may. */
  gameLookup: Promise<void> | undefined;
  /** Times of the last received data (including pongs), of the last ping, and of the last session check. */
  lastReceivedAt = this.since;
  pingedAt = this.since;
  checkedAt = this.since;
  /** A close frame was sent or the socket has closed: frames and responses that still arrive are ignored. */
  closing = false;
  readonly #socket: WebSocket;
  readonly #stream: Writable | undefined;
  /** Number of messages passed to the socket, and number of those that the kernel has taken. */
  #written = 0;
  #flushed = 0;
  /** When the oldest message that may be unsent was written: all messages up to `last` were written by then. */
  #unsent: { last: number; since: number } | undefined;
  #start: { messageId: string; timer: NodeJS.Timeout } | undefined;

  /** @param stream what carries the socket */
  constructor(
    socket: WebSocket,
    caller: Caller,
    ip: string,
    { budget = new SocketBudget(), stream }: { budget?: SocketBudget; stream?: Writable } = {},
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.caller = caller;
    this.ip = ip;
    this.budget = budget;
  }

  get userId(): UserId {
    return this.caller.userId;
  }

  send(message: ServerMessage): void {
    this.write({ type: message.type, json: JSON.stringify(message) });
  }

  /** Sends a message that is JSON already. */
  write({ type, json }: Encoded): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN || !this.isReading()) return;
    this.#written += 1;
    this.#unsent ??= { last: this.#written, since: performance.now() };
    messages.add(1, { direction: 'out', type });
    this.#writeTogether();
    const endSpan = beginSpan(`ws ${type}`, 'producer', WEBSOCKET);
    socket.send(json, TEXT, (error) => {
      this.#flushed += 1;
      if (this.#unsent && this.#flushed >= this.#unsent.last)
        this.#unsent =
          this.#flushed < this.#written ? { last: this.#written, since: performance.now() } : undefined;
      endSpan(error);
    });
  }

  /** Collects what is sent at this moment into one write, because a write costs more than a message. */
  #writeTogether(): void {
    const stream = this.#stream;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /**
   * Closes the connection (1013) if its client does not read, and returns whether it does. The bytes that were unread
   * before the current burst of messages decide, and their age: no client can have read what the burst itself writes.
   */
  isReading(now = performance.now()): boolean {
    // The first message of this burst was checked.
    if (this.#stream && this.#stream.writableCorked > 0) return true;
    const { bufferedAmount } = this.#socket;
    const age = this.#unsent && bufferedAmount > 0 ? now - this.#unsent.since : 0;
    if (bufferedAmount <= MAX_UNSENT_BYTES && age <= MAX_UNSENT_MS) return true;
    this.close(CLOSE.overload, 'not reading');
    return false;
  }

  /** Sends game_started, and repeats it until it is acknowledged. */
  sendUntilAcknowledged(messageId: string, started: Encoded): void {
    this.endStart();
    this.write(started);
    let left = START_REPEATS;
    const timer = setInterval(() => {
      left -= 1;
      this.write(started);
      if (left === 0) this.endStart();
    }, START_REPEAT_INTERVAL_MS);
    this.#start = { messageId, timer };
  }

  /** The client acknowledged the start. */
  acknowledge(messageId: string): void {
    if (this.#start?.messageId === messageId) this.endStart();
  }

  ping(): void {
    this.pingedAt = performance.now();
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    if (this.closing) return;
    this.closing = true;
    this.endStart();
    this.#socket.close(code, reason);
  }

  /** Drops the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Releases timers after the socket closed. */
  dispose(): void {
    this.closing = true;
    this.endStart();
  }

  /** Ends the repeats of game_started: it was acknowledged, or its room was left. */
  endStart(): void {
    clearInterval(this.#start?.timer);
    this.#start = undefined;
  }
}
