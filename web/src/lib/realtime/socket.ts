import {
  BACKOFF,
  CLOSE,
  OUTBOX_MAX,
  STATE_REQUEST_DELAY,
  STATE_REQUEST_REPEAT,
} from '@fifteen/contract/constants';
import { traceparent } from '@/lib/uniqueId.ts';
import { Outbox } from './outbox.ts';
import type { ConnectionStatus } from './status.ts';

/** Time limit from an attempt to the welcome; the server closes after 10 s without a greeting. Milliseconds. */
const WELCOME_WITHIN = 10_000;
/** After this many attempts without a connection, the session may be the reason. */
const REJECTED_ATTEMPTS = 2;

/**
 * Returns the delay of reconnection number `attempt` (from 0) in milliseconds: 1 s, growing by half, at most 5 s, with
 * up to 1 s of jitter, so that the clients of a restarted server do not all reconnect at once
 * (docs/spec/play.md#play-9.3).
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const { base, factor, jitter, cap } = BACKOFF;
  return Math.min(cap, base * factor ** attempt + jitter * random());
}

interface Frame {
  readonly type: string;
}

export interface SocketOptions<In extends Frame, Out extends Frame> {
  url: string;
  /** First frame of every connection. Nothing else is sent before the server responds with `welcome`. */
  greeting: Out;
  welcome: In['type'];
  /** Requests missed messages. Sent 100 ms after the greeting, and every 3 s until a response arrives. */
  resyncRequest: Out;
  resyncResponses: ReadonlySet<In['type']>;
  /** Types of frames that wait for the next connection. */
  queuedTypes: ReadonlySet<string>;
  receive: (message: In) => void;
  changed: (status: ConnectionStatus) => void;
  /** Called when the server rejects the session: closed with 4401 or 4403, or never accepted. */
  onRejected: () => void;
}

/**
 * A reconnecting WebSocket: greets, requests missed messages, keeps critical frames, and reconnects after every close
 * except a clean one (1000). It knows frames by their type only.
 */
export class Socket<In extends Frame, Out extends Frame> {
  readonly #options: SocketOptions<In, Out>;
  readonly #outbox = new Outbox<Out>(OUTBOX_MAX);
  #socket: WebSocket | null = null;
  #status: ConnectionStatus = 'off';
  /** Attempts since the connection was last open. */
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;
  #repeating: ReturnType<typeof setInterval> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions<In, Out>) {
    this.#options = options;
  }

  /** Connects, unless it is open or connecting. */
  open(): void {
    if (!this.#ended) return;
    this.#attempt = 0;
    this.#become('connecting');
    this.#connect();
  }

  /** Closes the connection for good, and clears the outbox. */
  close(): void {
    this.#end('off');
  }

  /** Drops the current connection, and reconnects without delay. */
  reconnect(): void {
    if (this.#ended) return;
    if (this.#status === 'open') this.#become('lost');
    this.#attempt = 0;
    this.#connect();
  }

  /** Reconnects without delay, unless an attempt is under way: repeated calls must not interrupt a slow one. */
  retry(): void {
    if (this.#status === 'open' || !this.#socket) this.reconnect();
  }

  /** Sends a frame if the connection is open; otherwise a critical frame is kept. Returns whether it was sent now. */
  send(frame: Out): boolean {
    const now = this.#status === 'open' && this.#socket?.readyState === WebSocket.OPEN;
    if (now) {
      this.#outbox.remove(frame);
      this.#socket?.send(JSON.stringify({ ...frame, traceparent: traceparent() }));
    } else if (!this.#ended && this.#options.queuedTypes.has(frame.type)) this.#outbox.add(frame);
    return now;
  }

  /** Withdraws a frame that waits for the next connection. */
  withdraw(frame: Out): void {
    this.#outbox.remove(frame);
  }

  get #ended(): boolean {
    return this.#status === 'off' || this.#status === 'superseded';
  }

  #end(status: 'off' | 'superseded'): void {
    this.#become(status);
    this.#drop();
    this.#outbox.drain();
  }

  #become(status: ConnectionStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.changed(status);
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#options.greeting));
      this.#asking = setTimeout(() => this.#requestResync(socket), STATE_REQUEST_DELAY);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    socket.onclose = ({ code }) => this.#closed(code);
    this.#waiting = setTimeout(() => this.#scheduleReconnect(), WELCOME_WITHIN);
  }

  /** The server may have no response for a while: without one, it sends no update of a game. */
  #requestResync(socket: WebSocket): void {
    const request = () => socket.send(JSON.stringify(this.#options.resyncRequest));
    request();
    this.#repeating = setInterval(request, STATE_REQUEST_REPEAT);
  }

  /** Drops the current socket, whose messages are ignored from now on. */
  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#asking);
    clearInterval(this.#repeating);
    clearTimeout(this.#waiting);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // Closing a connecting socket would log an error in the console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(CLOSE.normal);
    else socket.close(CLOSE.normal);
  }

  #receive(data: unknown): void {
    let message: In;
    try {
      message = JSON.parse(String(data)) as In;
    } catch (error) {
      return reportError(error);
    }
    if (message.type === this.#options.welcome) this.#welcomed();
    if (this.#options.resyncResponses.has(message.type)) clearInterval(this.#repeating);
    this.#options.receive(message);
  }

  #welcomed(): void {
    clearTimeout(this.#waiting);
    this.#attempt = 0;
    this.#become('open');
    for (const frame of this.#outbox.drain()) this.send(frame);
  }

  #closed(code: number): void {
    if (code === CLOSE.normal) return this.#end('superseded');
    if (code === CLOSE.unauthenticated || code === CLOSE.forbidden) this.#options.onRejected();
    this.#scheduleReconnect();
  }

  /** Reconnects after a growing delay. */
  #scheduleReconnect(): void {
    if (this.#ended) return;
    this.#drop();
    this.#become('lost');
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#attempt));
    this.#attempt += 1;
    if (this.#attempt === REJECTED_ATTEMPTS) this.#options.onRejected();
  }
}
