/** A WebSocket that a test controls: it opens, sends and closes on command. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All sockets since `reset`, newest last. */
  static all: FakeSocket[] = [];
  static reset(): void {
    FakeSocket.all = [];
  }
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('there is no connection');
    return socket;
  }

  readonly url: string;
  readyState = FakeSocket.CONNECTING;
  /** The sent frames, without their traceparent. */
  readonly sent: Record<string, unknown>[] = [];
  /** The traceparents of those frames. */
  readonly traces: unknown[] = [];
  /** The code it was closed with from this side. */
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('not open');
    const { traceparent, ...frame } = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(frame);
    this.traces.push(traceparent);
  }

  close(code = 1005): void {
    this.closedWith = code;
    this.readyState = FakeSocket.CLOSED;
  }

  /** Accepts the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(message: object | string): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  /** Closes the connection, as the network or the server does. */
  breaks(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  /** Opens and sends the welcome of a server that accepts the session. */
  welcome(): void {
    this.open();
    this.says({ type: 'connected', userId: 'me', serverTime: Date.now() });
  }

  types(): unknown[] {
    return this.sent.map(({ type }) => type);
  }
}
